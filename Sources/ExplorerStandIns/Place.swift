/// Where in the program an object was created, for its name in tables and messages.
struct Place: Sendable {
  let kind: StaticString
  let line: UInt

  /// "the Mutex of line 12".
  var name: String { "the \(kind) of line \(line)" }
}
