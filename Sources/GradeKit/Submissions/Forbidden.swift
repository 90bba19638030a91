import CourseKit
import Foundation

/// What an answer may not contain, because no exercise needs it and it could deceive the tests.
///
/// It reaches into the machinery of the tests, or replaces a name or an operator that they use.
struct Forbidden {
  /// The names that the tests of the exercise use and the stub does not declare.
  let reserved: Set<String>
  let tokens: [SourceTokens.Token]
  private let trouble: String?
  private(set) var own: Set<String> = []
  private var index = 0
  private var scopes: [Scope] = []
  private var pending: Scope?
  /// The scopes around each `#if` that has not ended.
  private var conditions: [[Scope]] = []
  /// The cases of its enumerations, each with the name of its type.
  private(set) var cases: Set<String> = []

  private enum Scope {
    /// A type that the answer declares, or an extension of one.
    case own(path: String)
    case ownProtocol
    /// An extension of a type that the answer does not declare.
    case foreign(path: String, isHidden: Bool)
    case other
  }

  /// Why a text is not compiled; nil if it may be.
  static func reason(in text: String, reserved: Set<String> = []) -> String? {
    var check = Forbidden(text, reserved: reserved)
    if let trouble = check.trouble { return trouble }
    if let reason = check.machinery() { return reason }
    // The first pass collects the answer's own types.
    _ = check.pass(isFirst: true)
    return check.pass(isFirst: false)
  }

  init(_ text: String, reserved: Set<String>) {
    let source = SourceTokens(text)
    tokens = source.tokens
    trouble = source.trouble
    self.reserved = reserved
  }

  // MARK: - The machinery of the tests

  private static let words: Set<String> = [
    "Testing", "XCTest", "ExerciseSupport", "dlsym", "dlopen", "dlvsym", "dladdr", "dl_iterate_phdr",
    "ptrace",
    "on_exit", "process_vm_readv", "process_vm_writev",
  ]
  private static let attributes: Set<String> = [
    "c", "cdecl", "section", "used", "export", "abi", "freestanding", "attached", "main",
    "dynamicReplacement", "dynamicMemberLookup",
  ]
  private static let operators: Set<String> = [
    "==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||", "!", "??", "~=", "...", "..<", "+", "-", "=",
  ]

  private func machinery() -> String? {
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      switch (token, next) {
      case (.word(let name), _) where Forbidden.words.contains(name):
        return "uses '\(name)', which reaches into the tests"
      case (.mark("@"), .word(let name)?)
      where name.hasPrefix("_") && name != "_implicitSelfCapture" || Forbidden.attributes.contains(name):
        return "uses '@\(name)', which reaches into the tests"
      case (.word("macro"), .word(let name)?): return "declares the macro '\(name)', which no exercise needs"
      case (.word("operator"), .sign(let name)?) where Forbidden.operators.contains(name):
        return "declares the operator '\(name)' anew, which the tests may use"
      default: break
      }
    }
    return nil
  }

  // MARK: - Declarations

  mutating func pass(isFirst: Bool) -> String? {
    (index, scopes, pending, conditions) = (0, [], nil, [])
    while index < tokens.count {
      switch tokens[index] {
      case .mark("#"): condition(name(after: index))
      case .mark("{"):
        scopes.append(pending ?? .other)
        pending = nil
      case .mark("}"): _ = scopes.popLast()
      case .word(let word):
        if let reason = declaration(word, isFirst: isFirst) { return reason }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// What stands between `#if` and `#endif` may be left out, with brackets that are not closed.
  private mutating func condition(_ word: String?) {
    switch word {
    case "if": conditions.append(scopes)
    case "elseif", "else": scopes = conditions.last ?? scopes
    case "endif": scopes = conditions.popLast() ?? scopes
    default: break
    }
  }

  func name(after index: Int) -> String? {
    guard index + 1 < tokens.count, case .word(let name) = tokens[index + 1] else { return nil }
    return name
  }

  private mutating func declaration(_ word: String, isFirst: Bool) -> String? {
    // `.init`, `x.protocol`: a member's name, not a keyword.
    if index > 0, tokens[index - 1] == .mark(".") { return nil }
    switch word {
    case "struct", "class", "enum", "actor", "protocol":
      guard let name = name(after: index), !["func", "var", "let", "subscript", "override"].contains(name)
      else {
        return nil
      }
      let path = ownPath.map { "\($0).\(name)" } ?? name
      pending = word == "protocol" ? .ownProtocol : .own(path: path)
      if isFirst, conditions.isEmpty { own.insert(word == "protocol" ? "protocol \(path)" : path) }
      return isFirst ? nil : objection(to: name)
    case "extension":
      var path: [String] = []
      var place = index
      while let name = name(after: place) {
        path.append(name)
        place += 2
        if place >= tokens.count || tokens[place] != .mark(".") { break }
      }
      let whole = path.joined(separator: ".")
      let isSugar = place < tokens.count && tokens[place] == .sign("?")
      pending =
        own.contains("protocol \(whole)")
        ? .ownProtocol
        : own.contains(whole) && !isSugar ? .own(path: whole) : .foreign(path: whole, isHidden: isHidden)
      return nil
    case "func":
      if index + 1 < tokens.count, case .sign(let sign) = tokens[index + 1] {
        return isFirst ? nil : objection(toOperator: sign)
      }
      return isFirst ? nil : name(after: index).flatMap { objection(to: $0) }
    case "typealias":
      guard !isFirst, let name = name(after: index) else { return nil }
      // A type of the stub that is another name for a type would not be recognised as such.
      return objection(to: name) ?? (scopes.isEmpty ? objection(toMember: "==", of: name) : nil)
    case "var", "let":
      return isFirst ? nil : declaredNames(after: index).compactMap { objection(to: $0) }.first
    case "case":
      if isFirst, case .own(let path) = scopes.last { cases.formUnion(caseNames(after: index, of: path)) }
      return nil
    case "init", "subscript":
      guard !isFirst, case .foreign(let path, false) = scopes.last, reserved.contains(path), !isHidden,
        index + 1 < tokens.count, [.mark("("), .sign("<"), .sign("?")].contains(tokens[index + 1])
      else { return nil }
      return "adds \(word == "init" ? "an initialiser" : "a subscript") to '\(path)', which the tests use"
    default: return nil
    }
  }

  /// The path of the answer's own type that contains this place; nil in a file's outermost scope.
  private var ownPath: String? {
    if case .own(let path) = scopes.last { return path }
    return scopes.isEmpty ? nil : "(inside)"
  }

  /// Whether the declaration here is private to this file.
  private var isHidden: Bool { !modifiers.isDisjoint(with: ["private", "fileprivate"]) }

  /// The words before the one that begins the declaration here.
  private var modifiers: Set<String> {
    let all: Set<String> = [
      "public", "internal", "private", "fileprivate", "open", "static", "final", "class", "override",
      "mutating",
      "nonisolated", "convenience", "required", "weak", "lazy", "indirect", "dynamic", "prefix", "postfix",
      "infix",
    ]
    var found: Set<String> = []
    var place = index - 1
    while place >= 0 {
      // `private(set)` hides the setter alone.
      let isPartial = tokens[place] == .mark(")")
      if isPartial { place = (tokens[..<place].lastIndex(of: .mark("(")) ?? 0) - 1 }
      guard place >= 0, case .word(let word) = tokens[place], all.contains(word) else { break }
      if !isPartial { found.insert(word) }
      place -= 1
    }
    return found
  }

  private func objection(to name: String) -> String? {
    let isUsed: Bool
    switch scopes.last {
    case nil: isUsed = reserved.contains(name)
    case .foreign(_, let isHidden):
      isUsed = !isHidden && (reserved.contains(name) || reserved.contains(".\(name)"))
    case .own(let path) where modifiers.contains("static"): return objection(toMember: name, of: path)
    case .ownProtocol where modifiers.contains("static"): return objection(toMember: name, of: nil)
    case .own, .ownProtocol, .other: return nil
    }
    guard isUsed, !isHidden else { return nil }
    return "declares '\(name)', a name that the tests use. Call it something else, or make it private"
  }

  private func objection(toOperator sign: String) -> String? {
    switch scopes.last {
    case .own(let path): return objection(toMember: sign, of: path)
    case .ownProtocol: return "defines '\(sign)' for a protocol, and so for types that are not its own"
    case .foreign, .other, nil: break
    }
    // The types of the parameters: the word after each colon, and what follows it.
    var place = index + 2
    var depth = 0
    var types: [(name: String, end: SourceTokens.Token?)] = []
    while place < tokens.count {
      if tokens[place] == .mark("(") { depth += 1 }
      if tokens[place] == .mark(")") {
        depth -= 1
        if depth == 0 { break }
      }
      if tokens[place] == .mark(":"), let name = name(after: place) {
        types.append((name, place + 2 < tokens.count ? tokens[place + 2] : nil))
      }
      place += 1
    }
    let isOwn = types.contains { own.contains($0.name) && ($0.end == .mark(",") || $0.end == .mark(")")) }
    if let reason = types.compactMap({ objection(toMember: sign, of: $0.name) }).first { return reason }
    return isOwn
      ? nil : "defines '\(sign)' for a type that is not its own, which the tests may compare with"
  }
}
