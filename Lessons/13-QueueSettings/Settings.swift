import Foundation
import MiniOperations

// Album's uploads and its export: what the settings of their queues do.

// snippet: upload
/// One photo in three sizes, in a queue that runs one operation at a time.
func upload(in queue: MiniOperationQueue, send: @escaping @Sendable (String) -> Void) {
  queue.maxConcurrentOperationCount = 1
  let photo = MiniBlockOperation { send("small") }
  photo.addExecutionBlock { send("medium") }
  photo.addExecutionBlock { send("large") }
  queue.addOperations([photo], waitUntilFinished: true)
}
// end

// snippet: export
/// Loads photos, two at a time, writes the album's index when it has all of them, and then makes the pages.
func export(
  _ loads: [MiniOperation], _ pages: [MiniOperation], in queue: MiniOperationQueue,
  writeIndex: @escaping @Sendable () -> Void
) {
  queue.maxConcurrentOperationCount = 2
  queue.qualityOfService = .utility
  queue.progress.totalUnitCount = Int64(loads.count + pages.count)
  queue.addOperations(loads, waitUntilFinished: false)
  queue.addBarrierBlock(writeIndex)
  queue.addOperations(pages, waitUntilFinished: false)
}
// end

/// Units that a queue has counted for one operation, if nobody has set a total.
func countWithoutATotal() -> Int64 {
  let queue = MiniOperationQueue()
  let bar = queue.progress
  queue.addOperations([MiniBlockOperation {}], waitUntilFinished: true)
  return bar.completedUnitCount
}

func named(_ name: String, _ work: @escaping @Sendable (String) -> Void) -> MiniOperation {
  let operation = MiniBlockOperation { work(name) }
  operation.name = name
  return operation
}

/// A quality of service by its name, which not every platform tells by itself.
func words(for quality: QualityOfService) -> String {
  switch quality {
  case .userInteractive: "userInteractive"
  case .userInitiated: "userInitiated"
  case .utility: "utility"
  case .background: "background"
  default: "default"
  }
}
