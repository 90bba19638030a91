import Foundation

/// What breaks stage 1: two threads start the same operation, and both are right to do so.
///
/// True if the upload ran once.
public func startedTwice(_ say: @escaping @Sendable (String) -> Void) -> Bool {
  let upload = Upload(say)
  say("thread A starts the upload")
  upload.start()
  say("the upload ran \(upload.runs == 1 ? "once" : "\(upload.runs) times")")
  return upload.runs == 1
}

private final class Upload: MiniOperation, @unchecked Sendable {
  // Unchecked: thread A waits while thread B runs, so the two never touch a variable together.
  private let say: @Sendable (String) -> Void
  private var isFirstQuestion = true
  private(set) var runs = 0

  init(_ say: @escaping @Sendable (String) -> Void) { self.say = say }

  override func main() { runs += 1 }

  /// Forces an order that can also arise by itself: a switch between the check and the start.
  override var isReady: Bool {
    let answer = super.isReady
    guard isFirstQuestion else { return answer }
    isFirstQuestion = false
    say("thread A has seen that it may start; before it does, thread B gets its turn")
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      self.start()
      done.signal()
    }
    done.wait()
    say("thread B has started the upload, and it has ended; thread A continues")
    return answer
  }
}
