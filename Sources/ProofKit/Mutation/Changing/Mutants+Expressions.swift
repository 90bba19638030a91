// Changes inside expressions: conditions, operators, numbers, keys, results, another lock.

extension Mutants {
  /// Changes the part of a statement between its blocks.
  mutating func changeExpression(_ part: Range<Int>, in block: Block?, _ statement: Statement) {
    let first = text(part.lowerBound)
    var skipped: Set<Int> = []
    if statement.keyword != "case", let keyword = part.first(where: { isCondition($0, statement) }) {
      skipped = changeConditions(from: keyword, to: part.upperBound, in: block)
    }
    if first == "return" || isValue(part, of: statement, in: block) {
      // To the end of the statement: a trailing closure is a part of the value.
      changeResult(part.lowerBound..<statement.tokens.upperBound, in: block)
    }
    for place in part where !skipped.contains(place) { changeToken(place, in: block, statement) }
  }

  /// Whether this is an `if`, `while` or `guard` whose condition follows.
  private func isCondition(_ place: Int, _ statement: Statement) -> Bool {
    ["if", "while", "guard"].contains(text(place)) && text(place - 1) != "." && text(place - 1) != "#"
  }

  /// Negates the conditions of an `if` or a `while`, and makes those of a `guard` true; returns the operators that
  /// need no other change.
  private mutating func changeConditions(from keyword: Int, to end: Int, in block: Block?) -> Set<Int> {
    var skipped: Set<Int> = []
    for clause in clauses(from: keyword + 1, to: end) {
      if ["let", "var", "case", "#", "_"].contains(text(clause.lowerBound)) { continue }
      let isGuard = text(keyword) == "guard"
      add(
        isGuard ? "this condition of the guard is dropped" : "negated", at: clause.lowerBound, in: block,
        [.init(range: range(clause), before: "\(isGuard ? "always" : "not")__(\(number), ", after: ")")])
      let equals = clause.filter { ["==", "!=", "===", "!=="].contains(text($0)) }
      if !isGuard, equals.count == 1, !clause.contains(where: { ["&&", "||"].contains(text($0)) }) {
        skipped.formUnion(equals)
      }
    }
    return skipped
  }

  /// The parts of a condition between commas, up to `else` or the end.
  private func clauses(from begin: Int, to end: Int) -> [Range<Int>] {
    var clauses: [Range<Int>] = []
    var start = begin
    var place = begin
    while place < end, text(place) != "else", text(place) != "{" {
      if text(place) == "," {
        clauses.append(start..<place)
        start = place + 1
      }
      place = (parser.partner[place].map { max($0, place) } ?? place) + 1
    }
    if start < place { clauses.append(start..<min(place, end)) }
    return clauses.filter { !$0.isEmpty }
  }

  // MARK: - Results

  /// Whether this expression is the whole body of a function with a result.
  private func isValue(_ part: Range<Int>, of statement: Statement, in block: Block?) -> Bool {
    guard let block, block.kind == .function, !block.returns.isEmpty, block.statements.count == 1 else {
      return false
    }
    return part.lowerBound == statement.tokens.lowerBound
      && !["return", "throw", "if", "switch", "for", "while"].contains(statement.keyword)
  }

  /// Negates a Bool result; makes an optional result nil.
  private mutating func changeResult(_ part: Range<Int>, in block: Block?) {
    guard let block, block.kind != .closure else { return }
    let begin = text(part.lowerBound) == "return" ? part.lowerBound + 1 : part.lowerBound
    guard begin < part.upperBound, !["true", "false", "nil"].contains(text(begin)) else { return }
    let value = begin..<part.upperBound
    if block.returns == "Bool" {
      add(
        "the result is negated", at: begin, in: block,
        [.init(range: range(value), before: "not__(\(number), ", after: ")")])
    } else if block.returns.last == "?" {
      add(
        "the result is nil", at: begin, in: block,
        [.init(range: range(value), before: "\(on) ? nil : (", after: ")")])
    }
  }

  // MARK: - Single tokens

  private static let replacements: [String: String] = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "&&": "||", "||": "&&", "+": "-", "-": "+", "+=": "-=", "-=": "+=",
  ]

  private mutating func changeToken(_ place: Int, in block: Block?, _ statement: Statement) {
    let token = tokens[place]
    func replace(_ text: String) -> [Mutant.Edit] { [.init(range: token.range, replacement: text)] }
    switch token.kind {
    case .operation:
      guard token.isSpaced, let other = Mutants.replacements[token.text] else { return }
      let sign = Helper.sign(number)
      add(
        "`\(token.text)` becomes `\(other)`", at: place, in: block, replace(sign),
        declaration: Helper.operation(sign, number, token.text, other))
    case .number:
      guard let value = Int(token.text), text(place - 1) != ".", statement.keyword != "case" else { return }
      // With its sign, which alone before a choice of two numbers may be ambiguous.
      let sign = text(place - 1) == "-" && !tokens[place - 1].isSpaced ? tokens[place - 1] : nil
      let (minus, begin) = (sign?.text ?? "", (sign ?? token).range.lowerBound)
      add(
        "\(minus)\(value) becomes \(minus)\(value + 1)", at: place, in: block,
        [
          .init(
            range: begin..<token.range.upperBound,
            replacement: "(\(on) ? \(minus)\(value + 1) : \(minus)\(value))")
        ])
    case .string:
      guard token.text.wholeMatch(of: /"is[A-Z][A-Za-z]*"/) != nil else { return }
      let wrong = "\"\(token.text.dropFirst(3).prefix(1).lowercased())\(token.text.dropFirst(4))"
      add(
        "\(token.text) becomes \(wrong)", at: place, in: block, replace("(\(on) ? \(wrong) : \(token.text))"))
    case .word: changeWord(place, in: block, statement, replace)
    case .punctuation: break
    }
  }

  private mutating func changeWord(
    _ place: Int, in block: Block?, _ statement: Statement, _ replace: (String) -> [Mutant.Edit]
  ) {
    switch text(place) {
    case "true" where text(place - 1) != ".":
      add("true becomes false", at: place, in: block, replace("(!(\(on)))"))
    case "false" where text(place - 1) != ".":
      add("false becomes true", at: place, in: block, replace("(\(on))"))
    case "withLock" where text(place - 1) == ".",
      "lock" where text(place - 1) == "." && text(place + 1) == "(":
      // Only locks stored beside the data that they protect; another lock in their place protects nothing.
      guard let making = makingOfLock(text(place - 2)), text(place - 3) != "." else { return }
      if let body = statement.blocks.first(where: { $0.braces.open == place + 1 }), isOneAccess(body) {
        return
      }
      add(
        "another lock", at: place, in: block,
        [.init(range: tokens[place - 2].range, replacement: "(\(on) ? \(making) : \(text(place - 2)))")])
    default: break
    }
  }

  /// Whether a lock is held for one read or one write.
  ///
  /// Without it there is a data race, which the thread sanitizer detects and a test of values does not.
  func isOneAccess(_ block: Block) -> Bool {
    let words = (block.first..<block.braces.close).map(text)
    return block.statements.count == 1
      && !words.contains {
        ["if", "guard", "switch", "for", "while", "(", "?", "&&", "||", "+=", "-="].contains($0)
      }
  }

  /// The expression that makes a lock, from `let name = Lock(…)` in the same file.
  private func makingOfLock(_ name: String) -> String? {
    for place in tokens.indices
    where text(place) == "let" && text(place + 1) == name && text(place + 2) == "=" {
      guard text(place + 4) == "(", let close = parser.partner[place + 4],
        ["RecursiveLock", "Condition", "NSLock", "NSRecursiveLock", "NSCondition"].contains(text(place + 3))
      else { continue }
      return code(place + 3..<close + 1)
    }
    return nil
  }
}
