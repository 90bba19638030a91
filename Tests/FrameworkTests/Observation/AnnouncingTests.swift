import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Announcing by hand` {
  @Test(arguments: ["isCancelled", "isAsynchronous", "isExecuting", "isFinished"])
  func `A pair always notifies, whether the value has changed or not`(key: String) {
    let trace = Trace()
    let operation = PlainOperation("A")
    trace.keep(
      operation.observe(forKey: key, options: [.old, .new, .prior]) { _, change in
        trace("\(change.isPrior ? "before " : "")\(change.oldValue ?? "-") to \(change.newValue ?? "-")")
      })
    for _ in 1...2 {
      operation.willChangeValue(forKey: key)
      operation.didChangeValue(forKey: key)
    }
    #expect(trace.events == ["before false to -", "false to false", "before false to -", "false to false"])
  }

  @Test func `Nested pairs keep their own old values, and announce where each is closed`() {
    let (trace, operation) = (Trace(), DownloadOperation())
    trace.keep(
      operation.observe(\DownloadOperation.bytes, options: [.old, .new, .prior]) { _, change in
        let text = "\(change.oldValue ?? -1) to \(change.newValue ?? -1)"
        trace("bytes \(change.isPrior ? "before " : "")\(text)")
      })
    trace.keep(operation.observe(\.isExecuting) { operation, _ in trace("isExecuting") })
    operation.willChangeValue(for: \DownloadOperation.bytes)
    operation.willChangeValue(for: \.isExecuting)
    operation.set(bytes: 1)
    operation.willChangeValue(for: \DownloadOperation.bytes)
    operation.set(bytes: 2)
    operation.didChangeValue(for: \DownloadOperation.bytes)
    operation.didChangeValue(for: \.isExecuting)
    operation.didChangeValue(for: \DownloadOperation.bytes)
    #expect(
      trace.events == [
        "bytes before 0 to -1", "bytes before 1 to -1", "bytes 1 to 2", "isExecuting", "bytes 0 to 2",
      ])
  }

  @Test func `Two threads announce the same key without mixing up their old values`() async throws {
    let (trace, operation) = (Trace(), DownloadOperation())
    trace.keep(
      operation.observe(\DownloadOperation.bytes, options: .old) { _, change in
        trace("\(change.oldValue ?? -1)")
      })
    let thread = RunLoopThread(name: "other")
    try await onThread {
      operation.willChangeValue(for: \DownloadOperation.bytes)
      operation.set(bytes: 5)
      thread.postAndWait {
        operation.willChangeValue(for: \DownloadOperation.bytes)
        operation.set(bytes: 6)
        operation.didChangeValue(for: \DownloadOperation.bytes)
      }
      operation.didChangeValue(for: \DownloadOperation.bytes)
    }
    #expect(trace.events == ["5", "0"])
  }

  @Test func `A subclass's own key is observed by path and by name`() {
    let (trace, operation) = (Trace(), DownloadOperation())
    trace.keep(
      operation.observe(\DownloadOperation.bytes, options: [.initial, .old, .new]) { operation, change in
        trace("path: \(change.oldValue ?? -1) to \(change.newValue ?? -1) of \(operation.bytes)")
      })
    trace.keep(
      operation.observe(forKey: "bytes", options: .new) { _, change in
        trace("name: \(change.newValue as? Int ?? -1)")
      })
    operation.announce(bytes: 7)
    #expect(trace.events == ["path: -1 to 0 of 0", "path: 0 to 7 of 7", "name: 7"])
  }

  @Test func `A did without a will is announced, without an old value`() {
    let (trace, operation) = (Trace(), DownloadOperation())
    trace.keep(
      operation.observe(\DownloadOperation.bytes, options: [.old, .new]) { _, change in
        trace("\(change.oldValue ?? -1) to \(change.newValue ?? -1)")
      })
    operation.didChangeValue(for: \DownloadOperation.bytes)
    #expect(trace.events == ["-1 to 0"])
  }

  @Test func `An unregistered key path is a misuse, and the observation stays silent`() {
    let (trace, operation) = (Trace(), PlainOperation("A"))
    var token: MiniObservation?
    let misuses = Misuses.during {
      token = operation.observe(\DownloadOperation.secret) { _, _ in trace("heard") }
      operation.willChangeValue(for: \DownloadOperation.secret)
      operation.didChangeValue(for: \DownloadOperation.secret)
    }
    withExtendedLifetime(token) {}
    #expect(misuses.map(\.rule) == [.unknownKey, .unknownKey, .unknownKey])
    #expect(misuses.allSatisfy { $0.operation === operation })
    #expect(trace.events == [])
  }
}

/// An operation with a key of its own.
final class DownloadOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the count is behind its own lock.
  private let count = Locked(0)
  private static let isKnown: Void = MiniOperation.makeObservable(\DownloadOperation.bytes, as: "bytes")

  override init() { DownloadOperation.isKnown }

  /// Registered, and so observable.
  var bytes: Int { count.withLock { $0 } }
  /// Never registered.
  var secret: Int { 0 }

  /// Changes the count and announces nothing.
  func set(bytes: Int) { count.withLock { $0 = bytes } }

  /// Changes the count and announces it.
  func announce(bytes: Int) {
    willChangeValue(for: \DownloadOperation.bytes)
    set(bytes: bytes)
    didChangeValue(for: \DownloadOperation.bytes)
  }
}
