extension [Token] {
  /// The tokens without those branches of `#if` that are compiled for other systems only.
  ///
  /// No test on this system can notice a change in them. A condition that this does not understand keeps its branch.
  var compiledHere: [Token] {
    var result: [Token] = []
    var branches: [Branches] = []
    func enter(_ condition: Condition) {
      guard let last = branches.indices.last else { return }
      branches[last].enter(condition)
    }
    var place = 0
    while place < count {
      let line = self[place...].prefix { $0.line == self[place].line }
      switch directive(line) {
      case "if":
        branches.append(Branches())
        enter(Condition(line.dropFirst(2)))
      case "elseif": enter(Condition(line.dropFirst(2)))
      case "else": enter(.holds)
      case "endif": _ = branches.popLast()
      default:
        if branches.allSatisfy(\.isKept) { result += line }
      }
      place = line.endIndex
    }
    return result
  }

  private func directive(_ line: ArraySlice<Token>) -> String? {
    guard let first = line.first, first.beginsLine, first.text == "#" else { return nil }
    return line.dropFirst().first?.text
  }
}

/// Where between `#if` and `#endif` the reader is.
private struct Branches {
  /// Whether the present branch may be compiled here.
  private(set) var isKept = true
  /// Whether one of the branches so far is certainly compiled here.
  private var isDecided = false

  mutating func enter(_ condition: Condition) {
    isKept = !isDecided && condition != .fails
    isDecided = isDecided || condition == .holds
  }
}

private enum Condition {
  case holds, fails, unknown

  /// Understands one question for a module or a system, alone.
  init(_ condition: ArraySlice<Token>) {
    switch condition.map(\.text).joined() {
    case "canImport(Darwin)": self = Condition.system == "Darwin" ? .holds : .fails
    case "canImport(Glibc)": self = Condition.system == "Glibc" ? .holds : .fails
    case "canImport(Musl)": self = Condition.system == "Musl" ? .holds : .fails
    case "os(Linux)": self = Condition.system == "Darwin" ? .fails : .holds
    case "os(macOS)": self = Condition.system == "Darwin" ? .holds : .fails
    default: self = .unknown
    }
  }

  private static var system: String {
    #if canImport(Darwin)
      "Darwin"
    #elseif canImport(Glibc)
      "Glibc"
    #else
      "Musl"
    #endif
  }
}
