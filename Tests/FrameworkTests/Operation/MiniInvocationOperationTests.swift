import Testing

@testable import MiniOperations

@Suite struct `Invocation operation` {
  private final class Downloader: Sendable {
    struct Offline: Error {}
    func run() -> Int { 42 }
    func fail() throws -> Int { throw Offline() }
  }

  @Test func `It calls the method and keeps what it returned`() throws {
    let operation = MiniInvocationOperation(target: Downloader(), method: Downloader.run)
    operation.start()
    #expect(try operation.result == 42)
    #expect(try operation.result == 42)
  }

  @Test func `The result throws the method's error, and the operation has finished`() {
    let operation = MiniInvocationOperation(target: Downloader(), method: Downloader.fail)
    operation.start()
    #expect(operation.isFinished)
    #expect(throws: Downloader.Offline.self) { try operation.result }
  }

  @Test func `Before it has run, the result throws that it has not finished`() {
    let operation = MiniInvocationOperation(target: Downloader(), method: Downloader.run)
    operation.name = "download"
    #expect(throws: MissingResult.notFinished("download")) { try operation.result }
    // Cancelled, but not started: it has not finished either.
    operation.cancel()
    #expect(throws: MissingResult.notFinished("download")) { try operation.result }
  }

  @Test func `Cancelled before it began, it has no result and the method was never called`() {
    let operation = MiniInvocationOperation(target: Downloader(), method: Downloader.run)
    operation.cancel()
    operation.start()
    let name = operation.displayName
    #expect(throws: MissingResult.cancelled(name)) { try operation.result }
    #expect(
      MissingResult.cancelled(name).description
        == "'\(name)' was cancelled before its method was called. "
        + "Check isCancelled before asking for the result.")
  }

  @Test(arguments: [false, true])
  func `It releases its target at its end, whether the method was called or not`(isCancelled: Bool) {
    weak var target: Downloader?
    let operation: MiniInvocationOperation<Int>
    do {
      let made = Downloader()
      operation = MiniInvocationOperation(target: made, method: Downloader.run)
      target = made
    }
    #expect(target != nil)
    if isCancelled { operation.cancel() }
    operation.start()
    #expect(target == nil)
  }
}
