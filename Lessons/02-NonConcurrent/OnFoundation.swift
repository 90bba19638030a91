import Foundation
import LessonKit

/// The operation that loses its error, and its dependent, on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let bad = FoundationSum(data: ["12", "x7", "30"]) { trace.write("sum is \($0)") }
  let report = BlockOperation { trace.write("report runs, bad is finished: \(bad.isFinished)") }
  report.addDependency(bad)
  queue.addOperations([report, bad], waitUntilFinished: true)
  return trace.lines
}

/// `MyNonConcurrentOperation` on Foundation.
private final class FoundationSum: Operation, @unchecked Sendable {
  // Unchecked: everything here is constant.
  private let myData: [String]
  private let done: @Sendable (Int) -> Void

  init(data: [String], done: @escaping @Sendable (Int) -> Void) {
    myData = data
    self.done = done
  }

  override func main() {
    do {
      done(try sum(of: myData))
    } catch {
      // An error must not leave this method.
    }
  }
}
