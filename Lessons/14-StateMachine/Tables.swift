import AsWritten

/// Both enums side by side, with the key that each state is announced by.
func numbersAndKeys() -> String {
  let rows = MyOperationStatus.allCases.map { status in
    let number = state(like: status).rawValue
    return row("\(status)", "\(status.rawValue)", "\(number)", afKeyPathFromOperationState(status))
  }
  return ([row("state", "2015-09-23", "2015-09-17", "key")] + rows).joined(separator: "\n")
}

/// The table of transitions, as the document's function answers.
func transitions() -> String {
  let states = MyOperationStatus.allCases
  let rows = states.map { from in
    row(
      "from \(from)",
      states.map { to in
        if isLegal(from, to, isCancelled: false) { return "yes" }
        return isLegal(from, to, isCancelled: true) ? "if cancelled" : "-"
      })
  }
  return ([row("", states.map { "to \($0)" })] + rows).joined(separator: "\n")
}

/// All pairs of a state and a state that could follow.
let moves = MyOperationStatus.allCases.flatMap { from in
  MyOperationStatus.allCases.map { (from: from, to: $0) }
}

/// The answers of the newer document's function.
func isLegal(_ from: MyOperationStatus, _ to: MyOperationStatus, isCancelled: Bool) -> Bool {
  afStateTransitionIsValid(from: from, to: to, isCancelled: isCancelled)
}

/// The answers of the older document's function, for the same states with its own numbers.
func isLegalInLibrary(_ from: MyOperationStatus, _ to: MyOperationStatus, isCancelled: Bool) -> Bool {
  afStateTransitionIsValid(from: state(like: from), to: state(like: to), isCancelled: isCancelled)
}

/// The library's name for the same state.
func state(like status: MyOperationStatus) -> AFOperationState {
  switch status {
  case .ready: .ready
  case .executing: .executing
  case .paused: .paused
  case .finished: .finished
  }
}

private func row(_ first: String, _ cells: String...) -> String { row(first, cells) }

private func row(_ first: String, _ cells: [String]) -> String {
  let padded = [first] + cells
  return padded.map { $0 + String(repeating: " ", count: max(1, 16 - $0.count)) }.joined()
    .trimmingSuffix { $0 == " " }
}

extension String {
  fileprivate func trimmingSuffix(while isSpace: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(text)
  }
}
