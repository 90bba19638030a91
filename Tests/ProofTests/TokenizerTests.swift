import Testing

@testable import ProofKit

/// A source is split where the compiler splits it.
@Suite struct `The tokens of a source` {
  @Test(arguments: [
    ("a <= b // <\n+ c", ["a", "<=", "b", "+", "c"]),
    ("x /* a /* b */ c */ y", ["x", "y"]),
    (#"print("a \(f("b)")) c") // d"#, ["print", "(", #""a \(f("b)")) c""#, ")"]),
    (##"#"a " \(b)"# + c"##, [##"#"a " \(b)"#"##, "+", "c"]),
    (#""\"" + x"#, [#""\"""#, "+", "x"]),
    ("0..<n", ["0", "..<", "n"]),
    ("1.5 * x.0", ["1.5", "*", "x", ".", "0"]),
    ("`in a`.b $0", ["`in a`", ".", "b", "$0"]),
    ("\"\"\"\n a \"b\" // c\n \"\"\" + d", ["\"\"\"\n a \"b\" // c\n \"\"\"", "+", "d"]),
  ])
  func `It is split into words, symbols and literals, without comments`(source: String, texts: [String]) {
    #expect(Tokenizer.tokens(of: source).map(\.text) == texts)
  }

  @Test func `Each token knows its line, and whether it is the first one there`() {
    let tokens = Tokenizer.tokens(of: "a /* \n */ b\n\"\"\"\nc\n\"\"\"\nd")
    #expect(tokens.map(\.line) == [1, 2, 3, 6])
    #expect(tokens.map(\.beginsLine) == [true, false, true, true])
  }

  @Test func `An operator with space on both sides is one between two operands`() {
    let tokens = Tokenizer.tokens(of: "a < b; f<T>(); x! < -y")
    let spaced = tokens.filter { $0.kind == .operation && $0.isSpaced }
    #expect(spaced.map(\.text) == ["<", "<"])
  }

  #if os(Linux)
    @Test(arguments: [
      ("a\n#if canImport(Android)\nb\n#elseif os(Windows) && c\nd\n#else\ne\n#endif\nf", "a b d e f"),
      ("#if canImport(Darwin)\na\n#else\nb\n#endif", "b"),
      ("#if canImport(Darwin)\n#if os(macOS)\na\n#else\nb\n#endif\n#endif\nc", "c"),
      ("#if os(Linux)\na\n#elseif canImport(Android)\nb\n#else\nc\n#endif", "a"),
      ("#if canImport(Android)\na\n#elseif os(Linux)\nb\n#else\nc\n#endif", "a b"),
      ("#if !os(Linux)\na\n#endif\n#expect(b)", "a # expect ( b )"),
    ])
    func `Branches for other systems are left out, unless it is not certain`(source: String, texts: String) {
      #expect(Tokenizer.tokens(of: source).compiledHere.map(\.text).joined(separator: " ") == texts)
    }
  #endif
}
