import MiniOperations
import Testing

@testable import LessonKit

/// A change is announced key by key, and its thread may have to wait for a processor in between.
@Suite struct `A change that is half announced` {
  /// Executes until it is paused; both keys belong to one change.
  private final class Pausable: MiniOperation, @unchecked Sendable {
    // Unchecked: one thread uses it.
    private(set) var isPaused = false
    private static let madeObservable: Void = makeObservable(\Pausable.isPaused, as: "isPaused")

    override init() { _ = Pausable.madeObservable }

    override var isExecuting: Bool { !isPaused }

    override func start() {
      willChangeValue(forKey: "isExecuting")
      didChangeValue(forKey: "isExecuting")
    }

    func pause() {
      willChangeValue(forKey: "isPaused")
      willChangeValue(forKey: "isExecuting")
      isPaused = true
      didChangeValue(forKey: "isExecuting")
      didChangeValue(forKey: "isPaused")
    }
  }

  private let time = VirtualTime()
  private let recording: Recording

  init() { recording = Recording(timekeeper: time) }

  /// The kinds of the operation's phases if 100 ms pass whenever it has announced that it does not execute.
  private func kinds(_ operation: MiniOperation, _ body: () -> Void) -> [Record.Drawing.Phase.Kind] {
    recording.watch(operation)
    let token = operation.observe(\.isExecuting, options: [.new]) { [time] _, change in
      if change.newValue == false { time.advance(by: .milliseconds(100)) }
    }
    defer { token.invalidate() }
    time.advance(by: .milliseconds(100))
    body()
    time.advance(by: .milliseconds(100))
    recording.add("", .note("later"))
    return Record.Drawing(recording.events, pieces: []).operations[0].phases.map(\.kind)
  }

  @Test func `The end of the framework is no state of its own, however long its announcement takes`() {
    let operation = MiniBlockOperation { [time] in time.advance(by: .milliseconds(100)) }
    #expect(kinds(operation) { operation.start() } == [.ready, .inProgress])
  }

  @Test func `Nor is a pause`() {
    let operation = Pausable()
    let found = kinds(operation) {
      operation.start()
      time.advance(by: .milliseconds(100))
      operation.pause()
      time.advance(by: .milliseconds(100))
      operation.cancel()
    }
    #expect(found.contains(.paused))
    #expect(!found.contains(.silent))
  }
}
