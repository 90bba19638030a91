import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `The table of keys` {
  private static var paths: [(name: String, key: Key?)] {
    [
      ("isCancelled", Key.of(\MiniOperation.isCancelled)),
      ("isAsynchronous", Key.of(\MiniOperation.isAsynchronous)),
      ("isConcurrent", Key.of(\MiniOperation.isConcurrent)),
      ("isExecuting", Key.of(\MiniOperation.isExecuting)),
      ("isFinished", Key.of(\MiniOperation.isFinished)), ("isReady", Key.of(\MiniOperation.isReady)),
      ("dependencies", Key.of(\MiniOperation.dependencies)),
      ("queuePriority", Key.of(\MiniOperation.queuePriority)),
      ("completionBlock", Key.of(\MiniOperation.completionBlock)), ("name", Key.of(\MiniOperation.name)),
      ("qualityOfService", Key.of(\MiniOperation.qualityOfService)),
      ("operations", Key.of(\MiniOperationQueue.operations)),
      ("operationCount", Key.of(\MiniOperationQueue.operationCount)),
      ("maxConcurrentOperationCount", Key.of(\MiniOperationQueue.maxConcurrentOperationCount)),
      ("isSuspended", Key.of(\MiniOperationQueue.isSuspended)), ("name", Key.of(\MiniOperationQueue.name)),
      ("qualityOfService", Key.of(\MiniOperationQueue.qualityOfService)),
    ]
  }

  @Test func `Each of the framework's key paths denotes the key of its name`() {
    for (name, key) in Self.paths { #expect(key == Key(name) && key?.name == name, "\(name)") }
    #expect(Key("suspended") == .isSuspended)
    #expect(Key("finished") == .other("finished"))
  }

  @Test func `A key path keeps the name under which it was registered first`() {
    MiniOperation.makeObservable(\Shelf.isFull, as: "isFull")
    MiniOperation.makeObservable(\Shelf.isFull, as: "another name")
    #expect(Key.of(\Shelf.isFull) == Key("isFull"))
    #expect(Key("another name").value(of: Shelf()) == nil)
  }
}

private final class Shelf: MiniOperation, @unchecked Sendable {
  var isFull: Bool { true }
}
