import Typesetting

/// Finds the places in a source for small changes.
///
/// Each change can be switched on at run time, so one build serves all of them.
struct Mutants {
  let source: String
  let file: String
  let tokens: [Token]
  let parser: Parser
  let lines: [String]
  private(set) var found: [Mutant] = []
  private var next: Int
  private var names: [Mutant.Name: Int] = [:]
  private let bytes: [UInt8]

  /// The mutants of a source, numbered from `first`.
  static func all(in source: String, file: String, from first: Int = 0) -> [Mutant] {
    var mutants = Mutants(source: source, file: file, from: first)
    for member in mutants.parser.parse() {
      mutants.visit(member, in: nil, next: nil)
    }
    return mutants.found
  }

  init(source: String, file: String, from first: Int) {
    self.source = source
    self.file = file
    tokens = Tokenizer.tokens(of: source).compiledHere
    parser = Parser(tokens)
    lines = source.lines
    next = first
    bytes = Array(source.utf8)
  }

  // MARK: - Shared by the operators

  func text(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].text : "" }

  /// The source range of some tokens.
  func range(_ tokens: Range<Int>) -> Range<Int> {
    self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
  }

  /// The source text of some tokens, for use in another place.
  func code(_ tokens: Range<Int>) -> String { String(decoding: bytes[range(tokens)], as: UTF8.self) }

  /// A condition that is true while this mutant is switched on.
  var on: String { "mutant__ == \(next)" }
  /// The number of the mutant that is added next.
  var number: Int { next }

  mutating func add(
    _ change: String, at place: Int, in block: Block?, _ edits: [Mutant.Edit], changesFlow: Bool = false,
    isBuilt: Bool = false, declaration: String = ""
  ) {
    let line = tokens[place].line
    var name = Mutant.Name(
      file: file, function: block?.function ?? "", change: change, line: lines[line - 1].trimmed, count: 1)
    let count = names[name, default: 0] + 1
    names[name] = count
    name.count = count
    found.append(
      Mutant(
        number: next, name: name, line: line, isBuilt: isBuilt, changesFlow: changesFlow, edits: edits,
        declaration: declaration))
    next += 1
  }

  // MARK: - The walk

  /// Visits a statement before its contents, so that outer changes have lower numbers.
  private mutating func visit(_ statement: Statement, in block: Block?, next following: Statement?) {
    if let block, block.kind != .members {
      changeStatement(statement, in: block, next: following)
    } else {
      changeMember(statement, in: block)
    }
    // The parts between the blocks belong to the statement.
    var place = statement.tokens.lowerBound
    for inner in statement.blocks {
      if place < inner.braces.open { changeExpression(place..<inner.braces.open, in: block, statement) }
      visit(inner, of: statement)
      place = inner.braces.close + 1
    }
    if place < statement.tokens.upperBound {
      changeExpression(place..<statement.tokens.upperBound, in: block, statement)
    }
  }

  private mutating func visit(_ block: Block, of statement: Statement) {
    changeBlock(block, of: statement)
    for (number, inner) in block.statements.enumerated() {
      let following = number + 1 < block.statements.count ? block.statements[number + 1] : nil
      visit(inner, in: block, next: following)
    }
  }
}

extension String {
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
