import CourseKit

/// The names that an answer may not declare, and those that a text declares.
extension Forbidden {
  /// The names that the tests of an exercise use and its stubs do not declare; members with a dot before them.
  static func reserved(in course: Course, for exercise: Exercise) -> Set<String> {
    let folder = course.tests(of: exercise)
    let tests = Files.names(in: folder).filter { $0.hasSuffix(".swift") }.compactMap {
      Files.text(folder.appending(path: $0))
    }
    let stubs = exercise.files.compactMap {
      course.stub($0, of: exercise) ?? Files.text(course.folder(of: exercise).appending(path: $0))
    }
    var names = implicit
    var (local, made): (Set<String>, Set<String>) = ([], [])
    for tokens in tests.map({ SourceTokens($0).tokens }) {
      for (index, token) in tokens.enumerated() {
        guard case .word(let name) = token else { continue }
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        if next == .mark("(") || next == .sign("<") { made.insert(name) }
        // An argument label declares no name.
        if next == .mark(":"), index > 0, [.mark("("), .mark(",")].contains(tokens[index - 1]) { continue }
        names.insert(index > 0 && tokens[index - 1] == .mark(".") ? ".\(name)" : name)
        let isDeclared = index > 0 && [.word("let"), .word("var"), .word("for")].contains(tokens[index - 1])
        if isDeclared || next == .word("in") { local.insert(name) }
      }
    }
    let given = stubs.flatMap { SourceTokens($0).tokens }.compactMap { token in
      if case .word(let name) = token { name } else { nil }
    }
    return names.subtracting(local).subtracting(given + given.map { ".\($0)" })
      .union(stubs.flatMap { members(ofStub: $0, whoseTestsMake: made) })
  }

  /// The names that the tests use without a token of their own.
  ///
  /// A literal without a type has the type with one of these names: with another type a loop from 0 to 100 has no turn.
  static let implicit: Set<String> = [
    "Swift", "Testing", "appendInterpolation", "appendLiteral", "IntegerLiteralType", "FloatLiteralType",
    "BooleanLiteralType", "StringLiteralType", "ExtendedGraphemeClusterType", "UnicodeScalarType",
  ]

  /// What the tests compare the values of the stub's types with: their operators, and the cases, which must differ.
  ///
  /// A value that no test makes, such as a ticket, is equal to none that a test expects, and may say what it is equal to.
  static func members(ofStub text: String, whoseTestsMake made: Set<String>) -> [String] {
    var stub = Forbidden(text, reserved: [])
    _ = stub.pass(isFirst: true)
    let compared = stub.own.filter { type in
      type.split(separator: ".").last.map { made.contains(String($0)) } == true
        || stub.cases.contains { $0.hasPrefix("\(type).") }
    }
    return compared.flatMap { type in ["==", "!=", "~="].map { "\(type).\($0)" } } + stub.cases
  }

  /// The names that `let`, `var` or `case` at this place declares: also those in a tuple and those behind a comma.
  func declaredNames(after index: Int) -> [String] {
    var names: [String] = []
    var place = index + 1
    var isFirst = true
    repeat {
      let (pattern, end) = pattern(at: place)
      // A comma between the arguments of a generic type is followed by no declaration.
      let isDeclared = isFirst || end < tokens.count && [.mark(":"), .sign("=")].contains(tokens[end])
      if isDeclared { names += pattern }
      isFirst = false
      guard let comma = comma(from: isDeclared ? end : place) else { return names }
      place = comma + 1
    } while true
  }

  /// The cases that an enumeration declares at this place, with the enumeration's name before them.
  func caseNames(after index: Int, of type: String) -> [String] {
    var names: [String] = []
    var place: Int? = index
    while let before = place, let name = name(after: before) {
      names.append("\(type).\(name)")
      place = comma(from: before + 2)
    }
    return names
  }

  /// Why a type of the stub, or any of them, may not have this member; nil if it may.
  func objection(toMember name: String, of type: String?) -> String? {
    let isCompared =
      type.map { reserved.contains("\($0).\(name)") }
      ?? reserved.contains { $0.hasSuffix(".\(name)") && !$0.hasPrefix(".") }
    guard isCompared else { return nil }
    return "declares '\(name)' for '\(type ?? "Self")', whose values the tests compare"
  }

  /// The words of a pattern, which is a name or a tuple of them, and the place behind it.
  private func pattern(at place: Int) -> (names: [String], end: Int) {
    var names: [String] = []
    var (end, depth) = (place, 0)
    repeat {
      guard end < tokens.count else { break }
      switch tokens[end] {
      case .mark("("): depth += 1
      case .mark(")"): depth -= 1
      case .word(let name): names.append(name)
      default: break
      }
      end += 1
    } while depth > 0
    return (names, end)
  }

  /// The next comma of the same declaration, outside of all brackets.
  private func comma(from place: Int) -> Int? {
    var depth = 0
    for place in place..<max(place, tokens.count) {
      switch tokens[place] {
      case .mark("("), .mark("["), .mark("{"): depth += 1
      case .mark(")"), .mark("]"), .mark("}"):
        depth -= 1
        if depth < 0 { return nil }
      case .mark(",") where depth == 0: return place
      case .word(let word) where depth == 0 && Forbidden.beginnings.contains(word): return nil
      default: break
      }
    }
    return nil
  }

  /// The words that begin the next declaration.
  private static let beginnings: Set<String> = [
    "func", "var", "let", "case", "struct", "class", "enum", "actor", "protocol", "extension", "typealias",
    "import",
    "init", "deinit", "subscript", "associatedtype", "operator", "precedencegroup", "macro",
  ]
}
