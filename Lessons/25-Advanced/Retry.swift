import MiniOperations

// snippet: retry
/// Tries again, later each time, with a new operation for each try: an operation runs once.
final class Retry: MiniOperation, @unchecked Sendable {
  // Unchecked: everything is constant.
  private let tries: Int
  private let time: any Timekeeper
  private let attempt: @Sendable (Int) -> Attempt

  /// One try; `succeeded` is called when its operation has finished.
  struct Attempt {
    let operation: MiniOperation
    let succeeded: () -> Bool
  }

  init(_ name: String, tries: Int, on time: any Timekeeper, _ attempt: @escaping @Sendable (Int) -> Attempt) {
    self.tries = tries
    self.time = time
    self.attempt = attempt
    super.init()
    self.name = name
  }

  override func main() {
    var pause = Duration.seconds(1)
    for number in 1...tries where !isCancelled {
      let attempt = attempt(number)
      attempt.operation.start()
      if attempt.succeeded() || number == tries { return }
      time.sleep(for: pause)
      pause = pause * 2
    }
  }
}
// end
