import Documents

/// The transitions of a table as lines: a state, and those that may follow it.
func arrows(_ table: Table) -> String {
  MyOperationStatus.allCases.map { from in
    let targets = MyOperationStatus.allCases.compactMap { to -> String? in
      if table(from, to, false) { return "\(to)" }
      return table(from, to, true) ? "\(to) (if cancelled)" : nil
    }
    let name = "\(from)" + String(repeating: " ", count: 10 - "\(from)".count)
    return "\(name) → \(targets.isEmpty ? "none" : targets.joined(separator: ", "))"
  }.joined(separator: "\n")
}

/// All pairs of a state and a state that could follow.
let pairs = MyOperationStatus.allCases.flatMap { from in
  MyOperationStatus.allCases.map { (from: from, to: $0) }
}
