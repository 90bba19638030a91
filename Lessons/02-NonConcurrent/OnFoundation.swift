import Foundation
import LessonKit
import Synchronization

/// The four photos on Foundation.
func onFoundation() -> [String] {
  let saved = Notebook()
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  for file in [["12", "30", "7"], ["12", "x30", "7"]] {
    let decode = FoundationDecode(file)
    let save = BlockOperation { saved.write("saves \(((try? decode.outcome?.get()) ?? []).count) numbers") }
    save.addDependency(decode)
    queue.addOperations([save, decode], waitUntilFinished: true)
  }
  for isCancelled in [false, true] {
    let decode = FoundationDecode(["12", "x30", "7"])
    let save = BlockOperation {
      switch decode.outcome {
      case .success(let picture): saved.write("saves \(picture.count) numbers")
      case .failure(let error): saved.write("saves nothing: \(error)")
      case nil: saved.write("saves nothing: decode did not run")
      }
    }
    save.addDependency(decode)
    if isCancelled { decode.cancel() }
    queue.addOperations([save, decode], waitUntilFinished: true)
  }
  return saved.lines
}

/// `Decode` on Foundation.
private final class FoundationDecode: Operation, @unchecked Sendable {
  // Unchecked: the outcome is in its lock, the file is constant.
  private let file: [String]
  private let stored = Mutex<Result<[Int], any Error>?>(nil)

  init(_ file: [String]) { self.file = file }

  var outcome: Result<[Int], any Error>? { stored.withLock { $0 } }

  override func main() {
    let outcome = Result { try decoded(file) }
    stored.withLock { $0 = outcome }
  }
}
