import MiniOperations
import Testing

@testable import LessonKit

/// A change is announced key by key, and its thread may have to wait for a processor in between.
@Suite struct `A change that is half announced` {
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
}
