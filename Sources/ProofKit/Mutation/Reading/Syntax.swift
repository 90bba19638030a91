/// A block between braces.
struct Block: Sendable {
  enum Kind: Equatable, Sendable {
    /// The members of a type, or the accessors of a variable.
    case members
    /// The body of a function or an accessor.
    case function
    case closure
    /// The body of `if`, `for`, `do` and the like.
    case control
    case loop
    case choice
    case deferred
  }

  let kind: Kind
  /// The tokens of its braces.
  let braces: (open: Int, close: Int)
  /// The token of the first statement; a closure's captures and parameters come before it.
  let first: Int
  /// The name of the function that it is, or that contains it.
  let function: String
  /// The result type of `return` in it, as written in the source; empty if it is not known.
  let returns: String
  /// Whether it is the `else` block of a `guard`, which must not end normally.
  var isElseOfGuard = false
  /// Whether it is the whole effect of its statement: an `if` without `else`, a `defer`, a call with a closure.
  var isAllOfItsStatement = false
  var statements: [Statement] = []
}

/// A statement, a declaration or a member.
struct Statement: Sendable {
  let tokens: Range<Int>
  /// Its first word, without attributes and modifiers.
  let keyword: String
  /// The blocks in it, including those of closures, in order.
  var blocks: [Block] = []
}

/// Finds blocks and statements in tokens: only as much of Swift's grammar as changing a statement needs.
///
/// Where it misreads the source, the changed program does not compile, and the mutant is dropped.
struct Parser {
  let tokens: [Token]
  /// For each opening bracket the closing one, and the reverse.
  private(set) var partner: [Int: Int] = [:]

  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "final", "override", "static", "lazy",
    "weak", "unowned", "mutating", "nonmutating", "nonisolated", "convenience", "required", "indirect",
    "consuming", "borrowing",
  ]
  private static let types: Set<String> = ["class", "struct", "enum", "extension", "protocol", "actor"]
  private static let accessors: Set<String> = [
    "get", "set", "willSet", "didSet", "_read", "_modify", "unsafeAddress", "unsafeMutableAddress",
  ]
  private static let controls: Set<String> = [
    "if", "guard", "while", "for", "switch", "do", "defer", "repeat", "else", "catch",
  ]

  init(_ tokens: [Token]) {
    self.tokens = tokens
    var open: [Int] = []
    for (place, token) in tokens.enumerated() where token.kind == .punctuation {
      if "([{".contains(token.text) { open.append(place) }
      if ")]}".contains(token.text), let begin = open.popLast() {
        partner[begin] = place
        partner[place] = begin
      }
    }
  }

  /// The members of a whole file.
  func parse() -> [Statement] {
    statements(
      in: 0..<tokens.count,
      of: Block(kind: .members, braces: (-1, tokens.count), first: 0, function: "", returns: ""))
  }

  private func text(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].text : "" }

  // MARK: - Statements

  private func statements(in range: Range<Int>, of block: Block) -> [Statement] {
    var result: [Statement] = []
    var place = range.lowerBound
    while place < range.upperBound {
      if text(place) == ";" {
        place += 1
      } else if block.kind == .choice, ["case", "default", "@"].contains(text(place)) {
        place = label(from: place, to: range.upperBound)
      } else if text(place) == "#" {
        let line = tokens[place].line
        while place < range.upperBound, tokens[place].line == line { place += 1 }
      } else {
        let statement = statement(from: place, to: range.upperBound, of: block)
        result.append(statement)
        place = statement.tokens.upperBound
      }
    }
    return result
  }

  /// The place after the colon of a label.
  private func label(from begin: Int, to end: Int) -> Int {
    var place = begin
    while place < end, text(place) != ":" { place = (partner[place].map { max($0, place) } ?? place) + 1 }
    return place + 1
  }

  private func statement(from begin: Int, to end: Int, of parent: Block) -> Statement {
    var statement = Statement(tokens: begin..<end, keyword: keyword(from: begin, to: end))
    var place = begin
    while place < end {
      switch text(place) {
      case "{":
        let block = block(at: place, in: statement, from: begin, of: parent)
        statement.blocks.append(block)
        place = block.braces.close
      case "(", "[":
        let close = partner[place] ?? place
        statement.blocks += closures(in: (place + 1)..<max(close, place + 1), of: parent)
        place = close
      default: break
      }
      place += 1
      if place >= end || text(place) == ";" || isEnd(before: place, isMember: parent.kind == .members) {
        break
      }
    }
    let isAlone = statement.blocks.count == 1 && statement.blocks[0].kind != .function
    for number in statement.blocks.indices {
      statement.blocks[number].isAllOfItsStatement = isAlone
      statement.blocks[number].isElseOfGuard =
        statement.keyword == "guard" && statement.blocks[number].kind == .control
    }
    return Statement(tokens: begin..<place, keyword: statement.keyword, blocks: statement.blocks)
  }

  /// The first word after attributes and modifiers.
  private func keyword(from begin: Int, to end: Int) -> String {
    var place = begin
    while place < end {
      if text(place) == "@" {
        place += 2
        if text(place) == "(", let close = partner[place], !tokens[place].beginsLine { place = close + 1 }
      } else if Parser.modifiers.contains(text(place))
        || text(place) == "class" && ["func", "var"].contains(text(place + 1))
      {
        place += 1
        if text(place) == "(", let close = partner[place] { place = close + 1 }
      } else {
        return text(place)
      }
    }
    return ""
  }

  /// Whether a statement ends before this token, which is the first on its line.
  private func isEnd(before place: Int, isMember: Bool) -> Bool {
    let next = tokens[place]
    let last = tokens[place - 1]
    guard next.beginsLine else { return false }
    if ["else", "catch", "where", "{", ")", "]"].contains(next.text) { return false }
    if next.text == "." || next.text == ":" { return false }
    if next.kind == .operation, next.isSpaced { return false }
    if [",", "=", "(", "[", "->", ":", "in", "try", "await", "let", "var", "func", "return"].contains(
      last.text)
    {
      return last.text == "return" && next.kind == .punctuation && next.text == "}"
    }
    if last.kind == .operation, last.isSpaced { return false }
    // An attribute may be on the line above its declaration.
    if text(place - 2) == "@" { return false }
    if last.text == ")", let open = partner[place - 1], text(open - 2) == "@" { return false }
    return !Parser.modifiers.contains(last.text)
  }

  // MARK: - Blocks

  private func block(at open: Int, in statement: Statement, from begin: Int, of parent: Block) -> Block {
    let close = partner[open] ?? open
    var kind = Block.Kind.closure
    var function = parent.function
    var returns = ""
    let header = begin..<open
    let hasValue = header.contains { text($0) == "=" }
    let keyword = statement.keyword
    // The last control keyword without a block: `if` after `let x =`, or `else`.
    let control = control(before: open, from: begin)
    if Parser.types.contains(keyword), parent.kind == .members || !hasValue {
      kind = .members
    } else if ["func", "init", "deinit", "subscript"].contains(keyword) {
      kind = .function
      function = keyword == "func" ? name(after: "func", in: header) : keyword
      returns = type(after: "->", in: header)
    } else if parent.kind == .members, Parser.accessors.contains(keyword) {
      kind = .function
      returns = keyword == "get" ? parent.returns : ""
    } else if ["var", "let"].contains(keyword), !hasValue {
      let isList = Parser.accessors.contains(self.keyword(from: open + 1, to: close))
      kind = isList ? .members : .function
      function = name(after: keyword, in: header)
      returns = type(after: ":", in: header)
    } else if let control {
      kind =
        control == "switch" ? .choice : control == "while" ? .loop : control == "defer" ? .deferred : .control
      returns = parent.returns
    }
    return filled(kind, open, close, function, returns)
  }

  private func control(before open: Int, from begin: Int) -> String? {
    var place = open - 1
    while place >= begin {
      if text(place) == "}" { return nil }
      if Parser.controls.contains(text(place)) { return text(place) }
      place = (partner[place].map { min($0, place) } ?? place) - 1
    }
    return nil
  }

  /// The closures between parentheses or brackets.
  private func closures(in range: Range<Int>, of parent: Block) -> [Block] {
    var blocks: [Block] = []
    var place = range.lowerBound
    while place < range.upperBound {
      if text(place) == "{" {
        let block = filled(.closure, place, partner[place] ?? place, parent.function, "")
        blocks.append(block)
        place = block.braces.close
      }
      place += 1
    }
    return blocks
  }

  private func filled(
    _ kind: Block.Kind, _ open: Int, _ close: Int, _ function: String, _ returns: String
  ) -> Block {
    let first = kind == .closure ? signatureEnd(from: open + 1, to: close) : open + 1
    var block = Block(
      kind: kind, braces: (open, close), first: first, function: function, returns: returns)
    block.statements = statements(in: first..<max(close, first), of: block)
    return block
  }

  /// The place after the `in` of a closure, or where its statements begin if it has none.
  private func signatureEnd(from begin: Int, to end: Int) -> Int {
    let words: Set<String> = [
      ",", ":", "->", ".", "?", "@", "&", "_", "<", ">", "inout", "async", "throws", "any",
    ]
    var place = begin
    while place < end {
      let token = tokens[place]
      if token.text == "in" { return place + 1 }
      if token.text == "(" || token.text == "[" {
        place = partner[place] ?? place
      } else if token.kind == .word ? Parser.controls.contains(token.text) : !words.contains(token.text) {
        return begin
      }
      place += 1
    }
    return begin
  }

  private func name(after word: String, in header: Range<Int>) -> String {
    header.first { text($0) == word }.map { text($0 + 1) } ?? ""
  }

  private func type(after sign: String, in header: Range<Int>) -> String {
    var place = header.lowerBound
    while place < header.upperBound, text(place) != sign {
      place = (partner[place].map { max($0, place) } ?? place) + 1
    }
    guard place < header.upperBound else { return "" }
    return header[(place + 1)...].prefix { text($0) != "where" }.map(text).joined()
  }
}
