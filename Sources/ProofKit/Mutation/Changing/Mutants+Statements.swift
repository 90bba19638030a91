// Changes to whole statements: removed, swapped, moved out of a lock, a loop with one iteration.

extension Mutants {
  /// Statements that declare something, or whose place allows no other statement.
  private static let declarations: Set<String> = [
    "let", "var", "func", "class", "struct", "enum", "extension", "typealias", "import", "guard", "defer",
    "case",
    "default", "init", "subscript", "actor", "protocol", "fallthrough",
  ]
  private static let jumps: Set<String> = ["return", "throw", "break", "continue", "fallthrough"]

  /// Whether the statements after this one use nothing that it declares.
  private func isPlain(_ statement: Statement) -> Bool {
    statement.keyword == "guard" ? !binds(statement) : !Mutants.declarations.contains(statement.keyword)
  }

  /// Whether both store something and neither uses what the other stores, so that their order has no effect.
  private func areIndependent(_ one: Statement, _ other: Statement) -> Bool {
    func stored(_ statement: Statement) -> String? {
      guard let equals = statement.tokens.first(where: { text($0) == "=" }),
        !statement.tokens.contains(where: { text($0) == "(" || text($0) == "{" })
      else { return nil }
      return text(equals - 1)
    }
    guard let first = stored(one), let second = stored(other), first != second else { return false }
    return !other.tokens.contains { text($0) == first } && !one.tokens.contains { text($0) == second }
  }

  private func binds(_ statement: Statement) -> Bool {
    statement.tokens.contains { ["let", "var", "case"].contains(text($0)) }
  }

  mutating func changeStatement(_ statement: Statement, in block: Block, next: Statement?) {
    let begin = statement.tokens.lowerBound
    let range = range(statement.tokens)
    let isLast = next == nil
    let isJump = Mutants.jumps.contains(statement.keyword)
    let changesFlow =
      isJump || statement.tokens.contains { ["return", "throw", "="].contains(text($0)) }

    if canGo(statement, in: block, isLast: isLast) {
      let what = text(begin) == "super" ? "super is not called" : "removed"
      add(
        what, at: begin, in: block, [.init(range: range, before: "if !(\(on)) { ", after: " }")],
        changesFlow: changesFlow)
    }
    if let next, isPlain(statement), isPlain(next), !isJump, !Mutants.jumps.contains(next.keyword),
      !areIndependent(statement, next)
    {
      let other = self.range(next.tokens)
      add(
        "swapped with the next", at: begin, in: block,
        [
          .init(range: range, before: "if \(on) { \(code(next.tokens)) } else { ", after: " }"),
          .init(range: other, before: "if \(on) { \(code(statement.tokens)) } else { ", after: " }"),
        ], changesFlow: changesFlow)
    }
    moveOutOfLock(statement, in: block)
  }

  /// Whether a program without this statement compiles and differs from every other mutant.
  private func canGo(_ statement: Statement, in block: Block, isLast: Bool) -> Bool {
    if Mutants.declarations.contains(statement.keyword) || block.isElseOfGuard && isLast { return false }
    // The result of a function or of a closure.
    if isLast, block.kind == .function, !block.returns.isEmpty { return false }
    // A block that is the whole effect of its statement is removed together with the statement.
    return !(block.statements.count == 1 && block.isAllOfItsStatement)
  }

  /// `lock.withLock { a; b }` becomes `lock.withLock { a }; b`.
  private mutating func moveOutOfLock(_ statement: Statement, in block: Block) {
    guard let body = statement.blocks.first, statement.blocks.count == 1, body.kind == .closure,
      body.braces.close == statement.tokens.upperBound - 1, text(body.braces.open - 1) == "withLock",
      !["return", "let", "var", "if", "guard", "while"].contains(statement.keyword),
      let last = body.statements.last, isPlain(last), !Mutants.jumps.contains(last.keyword),
      body.first == body.braces.open + 1, !isOneAccess(body),
      !last.tokens.contains(where: { text($0).hasPrefix("$") }),
      block.returns.isEmpty || block.statements.count > 1
    else { return }
    add(
      "moved out of the lock", at: last.tokens.lowerBound, in: block,
      [
        .init(range: range(last.tokens), before: "if !(\(on)) { ", after: " }"),
        .init(range: range(statement.tokens), after: "; if \(on) { \(code(last.tokens)) }"),
      ])
  }

  mutating func changeBlock(_ block: Block, of statement: Statement) {
    let close = tokens[block.braces.close].range.lowerBound
    switch block.kind {
    case .loop where statement.keyword == "while":
      add(
        "`while` becomes `if`", at: statement.tokens.lowerBound, in: block,
        [.init(range: close..<close, before: "\nif \(on) { break }\n")])
    case .deferred where !block.statements.isEmpty:
      let inside =
        block.statements[0].tokens.lowerBound..<block.statements[block.statements.count - 1].tokens.upperBound
      add(
        "defer does nothing", at: statement.tokens.lowerBound, in: block,
        [.init(range: range(inside), before: "if !(\(on)) { ", after: " }")])
    case .closure: holdWeakly(block, of: statement)
    default: break
    }
  }

  // MARK: - Strong and weak references

  /// Functions whose closures do not outlive the call, so that strong or weak captures make no difference.
  private static let passing: Set<String> = [
    "withLock", "map", "compactMap", "flatMap", "filter", "forEach", "first", "firstIndex", "lastIndex",
    "last",
    "contains", "allSatisfy", "removeAll", "sorted", "sort", "min", "max", "reduce", "Result", "drop",
    "prefix",
    "withState", "withTaskCancellationHandler", "withCheckedThrowingContinuation", "withCheckedContinuation",
    "precondition", "assert",
  ]

  private mutating func holdWeakly(_ block: Block, of statement: Statement) {
    let open = block.braces.open
    let start = tokens[open].range.upperBound
    let isCaught = text(open + 1) == "["
    let captures = isCaught ? parser.partner[open + 1] ?? open : open
    if isCaught, text(open + 2) == "weak", text(open + 3) == "self", text(open + 4) == "]" {
      let list = tokens[open + 4].range.lowerBound
      guard block.first > captures + 1 else { return }
      let behindIn = tokens[block.first - 1].range.upperBound
      add(
        "weak self is held strongly", at: open, in: block,
        [
          .init(range: list..<list, before: ", held__ = \(on) ? self : nil"),
          .init(range: behindIn..<behindIn, before: " _ = held__; "),
        ])
      return
    }
    let caller = text(open - 1) == "(" ? text(open - 2) : text(open - 1)
    let usesSelf = (open + 1..<block.braces.close).contains { text($0) == "self" }
    guard usesSelf, !Mutants.passing.contains(caller),
      !statement.tokens.contains(where: { text($0) == "super" }), !isInsideUnowned(open)
    else { return }
    let weak = "weak weak__ = self, held__ = \(on) ? nil : self"
    let back = " guard let self = held__ ?? weak__ else { return }; "
    if !isCaught, block.first == open + 1 {
      add(
        "self is held weakly", at: open, in: block,
        [.init(range: start..<start, before: " [\(weak)] in\(back)")])
    } else if isCaught, text(open + 2) == "self", text(open + 3) == "]" {
      let behindIn = tokens[block.first - 1].range.upperBound
      add(
        "self is held weakly", at: open, in: block,
        [
          .init(range: tokens[open + 2].range, replacement: weak),
          .init(range: behindIn..<behindIn, before: back),
        ])
    }
  }

  /// Of members, which are declarations, only `weak` variables are changed, in a build of their own.
  mutating func changeMember(_ statement: Statement, in block: Block?) {
    guard statement.keyword == "var" || statement.keyword == "let" else { return }
    for place in statement.tokens.prefix(8) where text(place) == "weak" && text(place + 1) == "var" {
      add(
        "weak is held strongly", at: place, in: block,
        [.init(range: tokens[place].range, replacement: "    ")], isBuilt: true)
    }
  }

  /// Whether a closure round this place holds `self` unowned, so that to capture it here could already trap.
  private func isInsideUnowned(_ place: Int) -> Bool {
    var place = place - 1
    while place > 0 {
      if text(place) == "{", text(place + 1) == "[", text(place + 2) == "unowned", text(place + 3) == "self" {
        return true
      }
      // Past a block that ends before.
      place = (text(place) == "}" ? parser.partner[place] ?? place : place) - 1
    }
    return false
  }
}
