/// A use of the framework that can only be a mistake in the program.
///
/// Foundation ends the program, hangs or stays silent, depending on the mistake
/// and the platform. Here each of them is reported to one place, ``handler``, with
/// a message that names the operation, its state and the right call. The handler ends the
/// program unless you replace it; when it returns, the wrong call has no effect.
///
/// It does not contain the file and line of the caller: `start()`, `addOperation(_:)` and the others may be
/// overridden, and `override func start()` would not match a method with further parameters. The handler runs
/// on the caller's stack, so a breakpoint there, or the backtrace of the crash, shows the line.
public struct Misuse: Error, Sendable {
  /// The rule that was broken.
  public enum Rule: Sendable, Hashable, CaseIterable {
    /// `start()` before every dependency had finished, or while a subclass's `isReady` was false.
    case startedBeforeReady
    /// `start()` while the task runs.
    case startedWhileExecuting
    /// `start()` by hand although a queue has the operation.
    case startedWhileQueued
    /// Added to a queue while it is in one, the same or another.
    case addedTwice
    /// Added to a queue while its task runs.
    case addedWhileExecuting
    /// Added to a queue although it has finished: an operation is a single shot.
    case addedAfterFinish
    /// Made to depend on itself, so that it could never start.
    case dependsOnItself
    /// Waits for itself, and so would wait forever.
    case waitsForItself
    /// A block was added to a block operation that has begun.
    case blockAddedTooLate
    /// A limit below zero that is not `defaultMaxConcurrentOperationCount`.
    case negativeLimit
    /// `underlyingQueue` was changed while the queue had operations, or set to the main queue.
    case underlyingQueueRefused
    /// An unregistered key was observed.
    case unknownKey
  }

  /// The rule that was broken.
  public let rule: Rule

  /// The operation of the wrong call, if it has one.
  public let operation: MiniOperation?

  /// What happened, and what to do instead: two sentences.
  public let message: String

  init(_ rule: Rule, _ operation: MiniOperation? = nil, _ happened: String, instead: String) {
    self.rule = rule
    self.operation = operation
    message = happened + " " + instead
  }

  /// Handles a misuse: by default it prints the message and ends the program.
  ///
  /// A test or a lesson that must continue sets a handler that records.
  public static var handler: @Sendable (Misuse) -> Void {
    get { current.withLock { $0.body } }
    set {
      // The old handler leaves the lock before it is released with its captures.
      let old = current.withLock { handler in
        defer { handler = Handler(body: newValue) }
        return handler
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Holds the handler, because a closure that is a generic value is wrapped once more at each access.
  private struct Handler {
    let body: @Sendable (Misuse) -> Void
  }

  private static let current = ProcessWide(Handler { fatalError($0.message) })

  /// Passes the misuse to the handler that is responsible for this thread.
  func report() {
    if let director = Direction.current {
      director.report(misuse: message)
    } else {
      Misuse.handler(self)
    }
  }
}

extension Misuse: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
