/// Where in the program something was made, for what tables and messages call it.
struct Place: Sendable {
  let kind: StaticString
  let line: UInt

  /// "the Mutex of line 12".
  var name: String { "the \(kind) of line \(line)" }
}
