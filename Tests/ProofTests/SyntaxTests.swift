import Testing

@testable import ProofKit

/// Statements and blocks are found without a compiler.
@Suite struct `The statements of a source` {
  @Test func `A function's statements end where the compiler ends them`() {
    let source = """
      func f() -> Bool {
        let a = b
          .map { $0 + 1 }
        if a, b {
          c()
        } else {
          d()
        }
        lock.withLock { e = 1; g() }
        let x =
          if a { 1 } else { 2 }
        x = a +
          b
        return a
          && b
      }
      """
    #expect(
      statements(of: source) == [
        "let a = b . map { $0 + 1 }", "if a , b { c ( ) } else { d ( ) }",
        "lock . withLock { e = 1 ; g ( ) }",
        "let x = if a { 1 } else { 2 }", "x = a + b", "return a && b",
      ])
  }

  @Test(arguments: [
    ("func f() -> Int? { a() }", Block.Kind.function, "Int?"),
    ("var x: [String: Int] { [:] }", .function, "[String:Int]"),
    ("class A { }", .members, ""),
    ("extension A: B where C == D { }", .members, ""),
    ("var x: Int { get { 1 } set { } }", .members, "Int"),
    ("let f = g { a in b }", .closure, ""),
    ("init(a: @escaping () -> Void) { }", .function, ""),
  ])
  func `A member's block is recognised by the text before it`(
    source: String, kind: Block.Kind, returns: String
  ) {
    let parser = Parser(Tokenizer.tokens(of: source))
    let block = parser.parse().first?.blocks.first
    #expect(block?.kind == kind)
    #expect(kind == .function ? block?.returns == returns || source.hasPrefix("init") : true)
  }

  @Test(arguments: [
    ("if a { }", [Block.Kind.control]), ("while a.map({ $0 }) { }", [.closure, .loop]),
    ("guard let a = b else { return }", [.control]), ("switch a { case .b: c() }", [.choice]),
    ("defer { a() }", [.deferred]), ("do { a() } catch { b() }", [.control, .control]),
    ("repeat { a() } while b", [.control]), ("for a in b { c() }", [.control]),
    ("return switch a { case .b: 1 }", [.choice]), ("a.b { c() }", [.closure]),
  ])
  func `A statement's blocks are recognised by their last control keyword`(
    statement: String, kinds: [Block.Kind]
  ) {
    let parser = Parser(Tokenizer.tokens(of: "func f() { \(statement) }"))
    let body = parser.parse()[0].blocks[0]
    #expect(body.statements.count == 1)
    #expect(body.statements[0].blocks.map(\.kind) == kinds)
  }

  @Test func `The statements of a closure begin after its parameters`() {
    let source = "func f() { g { [weak self] (a: Int, b) -> Int in c(a); d(b) } }"
    let parser = Parser(Tokenizer.tokens(of: source))
    let closure = parser.parse()[0].blocks[0].statements[0].blocks[0]
    #expect(closure.statements.map { parser.tokens[$0.tokens.lowerBound].text } == ["c", "d"])
  }

  @Test func `Labels and conditional compilation are not statements`() {
    let source = """
      func f() {
        #if os(Linux)
          a()
        #endif
        switch x {
        case .a(let y) where y > 1: b()
        default: c()
        }
      }
      """
    #expect(statements(of: source).count == 2)
    let parser = Parser(Tokenizer.tokens(of: source))
    let choice = parser.parse()[0].blocks[0].statements[1].blocks[0]
    #expect(choice.statements.map { parser.tokens[$0.tokens.lowerBound].text } == ["b", "c"])
  }

  private func statements(of source: String) -> [String] {
    let parser = Parser(Tokenizer.tokens(of: source))
    return parser.parse()[0].blocks[0].statements.map { statement in
      statement.tokens.map { parser.tokens[$0].text }.joined(separator: " ")
    }
  }
}
