import MiniOperations
import Synchronization

/// A task as an object: the work, its state, and its progress.
///
/// The document's example is a file from the network; this download is a number of pieces.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the count is in its lock; the rest is constant.
  private let pieces: Int
  private let onPiece: @Sendable (Download, Int) -> Void
  private let loaded = Mutex(0)

  private static let madeObservable: Void = makeObservable(
    \Download.fractionCompleted, as: "fractionCompleted")

  /// The progress, from 0 to 1; a property of this class, and observable like those of the framework.
  var fractionCompleted: Double { Double(loaded.withLock { $0 }) / Double(pieces) }

  init(_ name: String, pieces: Int = 3, onPiece: @escaping @Sendable (Download, Int) -> Void = { _, _ in }) {
    _ = Download.madeObservable
    self.pieces = pieces
    self.onPiece = onPiece
    super.init()
    self.name = name
  }

  // snippet: main
  override func main() {
    for piece in 1...pieces {
      willChangeValue(forKey: "fractionCompleted")
      loaded.withLock { $0 += 1 }
      didChangeValue(forKey: "fractionCompleted")
      onPiece(self, piece)
    }
  }
  // end
}

/// A plain object whose method can be the task of an operation.
final class Greeter: Sendable {
  func greet() -> String { "hello" }
}

/// All readable properties of an operation, with their values.
func interface(of operation: MiniOperation) -> [String] {
  [
    "isReady          \(operation.isReady)",
    "isExecuting      \(operation.isExecuting)",
    "isFinished       \(operation.isFinished)",
    "isCancelled      \(operation.isCancelled)",
    "isAsynchronous   \(operation.isAsynchronous)",
    "dependencies     \(operation.dependencies.count)",
    "queuePriority    \(operation.queuePriority == .normal ? "normal" : "another")",
    "completionBlock  \(operation.completionBlock == nil ? "none" : "one")",
    "name             \(operation.name ?? "none")",
  ]
}
