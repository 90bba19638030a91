import TestSupport

@testable import MiniOperations

// What the tests of the framework record:
//
//     let trace = Trace()
//     trace.watch(operation, as: "A", \.isExecuting, \.isFinished)
//     operation.start()
//     #expect(trace.events == ["A.isExecuting=1", "A.isExecuting=0", "A.isFinished=1"])

extension Trace {
  /// Records `before<`, what happens in `body`, and `before>`.
  func bracket(_ name: String, _ body: () throws -> Void) rethrows {
    self("\(name)<")
    defer { self("\(name)>") }
    try body()
  }

  /// Records each announced change of these keys as `name.key=1` or `name.key=0`.
  func watch(
    _ operation: MiniOperation, as name: String? = nil, _ keys: KeyPath<MiniOperation, Bool>...
  ) {
    for key in keys {
      let label = "\(name ?? operation.name ?? "?").\(Trace.name(of: key))"
      // Not `self`: the trace keeps the observation, which must not keep the trace.
      let observation = operation.observe(key, options: .new) { [weak self] _, change in
        let value = change.newValue.map { $0 ? "1" : "0" } ?? "nil"
        self?("\(label)=\(value)")
      }
      keep(observation)
    }
  }

  /// Records the four keys in which an operation's life shows.
  func watch(_ operation: MiniOperation, as name: String? = nil) {
    watch(operation, as: name, \.isCancelled, \.isReady, \.isExecuting, \.isFinished)
  }

  private static func name(of key: KeyPath<MiniOperation, Bool>) -> String {
    switch key {
    case \.isCancelled: "isCancelled"
    case \.isReady: "isReady"
    case \.isExecuting: "isExecuting"
    case \.isFinished: "isFinished"
    case \.isAsynchronous: "isAsynchronous"
    default: "\(key)"
    }
  }
}
