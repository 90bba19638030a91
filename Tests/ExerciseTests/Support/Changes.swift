import MiniOperations

extension Log<String> {
  /// Writes from what a value has changed, and to what; nothing for an announcement without a change.
  public func callAsFunction(change: MiniObservedChange<Bool>) {
    if let old = change.oldValue, old == change.newValue { return }
    self("\(change.oldValue.map { "\($0)" } ?? "unknown") to \(change.newValue.map { "\($0)" } ?? "unknown")")
  }

  /// Writes what a value is now, once for each change, wherever willChangeValue was called.
  public func callAsFunction(value change: MiniObservedChange<Bool>) {
    let value = change.newValue.map { "\($0)" } ?? "unknown"
    let line = change.oldValue == nil ? "\(value) without willChangeValue" : value
    if lines.last != line { self(line) }
  }
}
