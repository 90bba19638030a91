import Foundation
import Synchronization

/// What breaks stage 5: a hundred short operations, one at a time, cost a hundred threads.
///
/// True if there were at most a few.
public func threadForEach(_ say: @escaping @Sendable (String) -> Void) -> Bool {
  let threads = Mutex<[Thread]>([])
  let queue = MiniOperationQueue()
  queue.change { $0.limit = 1 }
  for _ in 1...100 {
    queue.addOperation(Step { threads.withLock { $0.append(Thread.current) } })
  }
  queue.waitUntilAllOperationsAreFinished()
  let (ran, different) = threads.withLock { ($0.count, Set($0.map(ObjectIdentifier.init)).count) }
  say("\(ran) operations ran, one at a time, on \(different) thread\(different == 1 ? "" : "s")")
  return ran == 100 && different <= 20
}

private final class Step: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  override func main() { body() }
}
