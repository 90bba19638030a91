import Documents
import Explorer
import MiniOperations

/// The work of this lesson's operations: adds up numbers in texts.
func sum(of texts: [String]) throws -> Int {
  try texts.reduce(0) { sum, text in
    guard let number = Int(text) else { throw NotANumber(text: text) }
    return sum + number
  }
}

/// The error for a text that is not a number.
struct NotANumber: Error, CustomStringConvertible {
  let text: String

  var description: String { "'\(text)' is not a number" }
}

/// A concurrent operation in a queue, whose work throws (T19).
///
/// The operation catches the error, so nothing escapes. But the lines after the error are skipped.
let endIsLastLine = throwing("finishing in the last line (T19)") { work in MyConcurrentOperation(work: work) }

/// The same, but it finishes in a `defer`.
let endIsDeferred = throwing("finishing in a defer") { work in Repaired.MyConcurrentOperation(work: work) }

private func throwing(
  _ name: String, _ make: @escaping @Sendable (@escaping @Sendable () throws -> Void) -> MiniOperation
) -> Scenario {
  Scenario(name) { stage in
    let operation = make {
      point("the work throws an error")
      throw NotANumber(text: "x7")
    }
    operation.name = "sum"
    let queue = MiniOperationQueue()
    queue.name = "queue"
    stage.thread("main") { queue.addOperation(operation) }
    stage.finally { stage.expect(operation.isFinished, "an operation finishes even if its work throws") }
  }
}
