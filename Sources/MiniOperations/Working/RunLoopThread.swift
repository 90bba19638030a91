/// A named thread that sleeps until something is posted to it.
///
/// It is the thread on which the documents' operations do their network work:
/// one for all of them, woken by each `performSelector:onThread:`. What is
/// posted runs in the order in which it was posted, one at a time:
///
///     let network = RunLoopThread(name: "MyOperationThread")
///     network.post { print(1) }
///     network.postAndWait { print(2) }   // returns when both have been printed
///     network.stop()
///
/// The thread starts with the first message and ends with ``stop()``, or when
/// the object is released; what was posted before still runs.
public final class RunLoopThread: Sendable {
  /// A way of running in which only some messages are taken.
  ///
  /// A run loop that tracks a finger takes only what was posted for that mode,
  /// and the rest waits. Messages for `.common` are taken in every mode.
  public struct Mode: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The mode's name.
    public let name: String

    /// Makes the mode of that name.
    public init(_ name: String) { self.name = name }

    /// Makes the mode of that name.
    public init(stringLiteral name: String) { self.name = name }

    /// The mode in which a thread runs by default.
    public static let `default`: Mode = "default"

    /// Not a mode to run in: a message posted for it is taken in every mode.
    public static let common: Mode = "common"
  }

  private struct Message: Sendable {
    let modes: Set<Mode>
    /// The operation whose work posted it, while a listener is set.
    let operation: MiniOperation?
    let body: @Sendable () -> Void
  }

  /// What the thread and its owner share.
  ///
  /// The thread holds only this, so the owner can go away.
  private final class Mailbox: @unchecked Sendable {
    // Unchecked: the variables are touched while `condition` is locked.
    let condition: Condition
    let id = ResourceID()
    var messages = FIFO<Message>()
    var mode = Mode.default
    var isRunning = false
    var isStopped = false
    /// The running thread; identity only, never dereferenced.
    var context: ObjectIdentifier?

    init(name: String) { condition = Condition(name: "mailbox of \(name)", owner: .framework) }
  }

  /// The thread's name.
  public let name: String

  private let mailbox: Mailbox

  /// Makes a thread that waits for its first message.
  public init(name: String) {
    self.name = name
    mailbox = Mailbox(name: name)
  }

  deinit { stop() }

  /// The mode in which the thread takes messages.
  public var mode: Mode {
    get { mailbox.condition.withLock { mailbox.mode } }
    set {
      mailbox.condition.withLock {
        mailbox.mode = newValue
        mailbox.condition.broadcast()
      }
    }
  }

  /// Whether the calling thread is this one.
  public var isCurrent: Bool {
    mailbox.condition.withLock { mailbox.context == ObjectIdentifier(ThreadContext.current) }
  }

  /// Asks the thread to run `body` and returns at once; false when the thread has been stopped.
  ///
  /// A refused message will never run: do not wait for its effect.
  @discardableResult
  public func post(modes: Set<Mode> = [.common], _ body: @escaping @Sendable () -> Void) -> Bool {
    Direction.reach(.post, of: mailbox.id, "post to \(name)")
    enum Outcome { case refused, posted, needsThread }
    let operation = Work.currentOperation
    let outcome: Outcome = mailbox.condition.withLock {
      guard !mailbox.isStopped else { return .refused }
      mailbox.messages.append(Message(modes: modes, operation: operation, body: body))
      if mailbox.isRunning {
        mailbox.condition.broadcast()
        return .posted
      }
      mailbox.isRunning = true
      return .needsThread
    }
    if outcome == .needsThread {
      Threads.start(named: name) { [mailbox, name] in RunLoopThread.run(mailbox, name) }
    }
    return outcome != .refused
  }

  /// Asks the thread to run `body` and waits until it has; false when the thread has been stopped.
  ///
  /// On the thread itself `body` runs at once, before what is waiting: it could not be waited for.
  @discardableResult
  public func postAndWait(modes: Set<Mode> = [.common], _ body: @escaping @Sendable () -> Void) -> Bool {
    if isCurrent {
      body()
      return true
    }
    let done = Latch(name: "reply of \(name)")
    let isPosted = post(modes: modes) {
      body()
      done.open()
    }
    if isPosted { done.wait() }
    return isPosted
  }

  /// Lets the thread end when it has run what was posted so far; later messages are refused.
  ///
  /// What waits for another mode runs now too, so that no thread waits for it in vain.
  public func stop() {
    mailbox.condition.withLock {
      mailbox.isStopped = true
      mailbox.condition.broadcast()
    }
  }

  /// Stops the thread and returns when it has ended.
  ///
  /// Calling it on the thread itself only stops it.
  public func stopAndWait() {
    stop()
    guard !isCurrent else { return }
    mailbox.condition.withLock {
      while mailbox.isRunning { mailbox.condition.wait() }
    }
  }

  private static func run(_ mailbox: Mailbox, _ name: String) {
    mailbox.condition.withLock { mailbox.context = ObjectIdentifier(ThreadContext.current) }
    while let message = next(in: mailbox) {
      Direction.reach(.begin, of: mailbox.id, "takes a message")
      Work.piece(of: message.operation, isMessage: true) { Platform.pooled { message.body() } }
    }
    mailbox.condition.withLock {
      mailbox.context = nil
      mailbox.isRunning = false
      mailbox.condition.broadcast()
    }
  }

  private static func next(in mailbox: Mailbox) -> Message? {
    mailbox.condition.withLock {
      while true {
        let mode = mailbox.mode
        let isStopped = mailbox.isStopped
        let message = mailbox.messages.removeFirst {
          isStopped || $0.modes.contains(mode) || $0.modes.contains(.common)
        }
        if message != nil || isStopped { return message }
        mailbox.condition.waitForWork()
      }
    }
  }
}
