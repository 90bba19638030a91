import MiniOperations

extension Log<String> {
  /// Writes from what a value has changed, and to what; nothing for an announcement without a change.
  public func callAsFunction(change: MiniObservedChange<Bool>) {
    if change.oldValue == nil || change.oldValue != change.newValue { self(change.words) }
  }

  /// Writes what a value is now, once for each change, wherever willChangeValue was called.
  public func callAsFunction(value change: MiniObservedChange<Bool>) {
    let value = word(change.newValue)
    let line = change.oldValue == nil ? "\(value) without willChangeValue" : value
    if lines.last != line { self(line) }
  }
}

extension MiniObservedChange<Bool> {
  /// From what to what, such as "false to true"; an old value is "unknown" where willChangeValue was not
  /// called.
  public var words: String { "\(word(oldValue)) to \(word(newValue))" }
}

private func word(_ value: Bool?) -> String { value.map { "\($0)" } ?? "unknown" }
