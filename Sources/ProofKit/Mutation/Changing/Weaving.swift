/// A source that contains all its mutants, each behind a switch.
package struct Weaving: Sendable {
  /// The file's name, without folders.
  package let file: String
  /// The original source.
  package let source: String
  /// The possible changes.
  package private(set) var mutants: [Mutant]
  /// The text to compile.
  package private(set) var text = ""

  /// The ranges of the mutants in the text.
  private var places: [(range: Range<Int>, number: Int)] = []
  /// Pairs of places: in the text, and in the source.
  private var steps: [(woven: Int, source: Int)] = []

  /// Finds the mutants of a source, numbered from `first`.
  package init(_ source: String, file: String, from first: Int = 0) {
    self.source = source
    self.file = file
    mutants = Mutants.all(in: source, file: file, from: first)
    weave()
  }

  /// The mutants that are switched on by number.
  package var switched: [Mutant] { mutants.filter { !$0.isBuilt } }
  /// The mutants that need their own build.
  package var built: [Mutant] { mutants.filter(\.isBuilt) }

  /// The text for such a build: the source with this one change.
  package func text(with mutant: Mutant) -> String {
    var bytes = Array(source.utf8)
    for edit in mutant.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array((edit.replacement ?? "").utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The helper file for several sources that are compiled together.
  package static func helper(for weavings: [Weaving]) -> String {
    Helper.source(for: weavings.flatMap(\.mutants))
  }

  // MARK: - Weaving

  private mutating func weave() {
    let bytes = Array(source.utf8)
    var edits = mutants.filter { !$0.isBuilt }.flatMap { mutant in mutant.edits.map { (mutant.number, $0) } }
    // Outer edits first: those that begin earlier, and of several with the same beginning the longest.
    edits.sort {
      ($0.1.range.lowerBound, -$0.1.range.count, $0.0) < ($1.1.range.lowerBound, -$1.1.range.count, $1.0)
    }
    var result: [UInt8] = []
    var open: [(end: Int, after: String, begin: Int, number: Int)] = []
    var place = 0
    places = []
    steps = []
    func copy(_ end: Int, _ result: inout [UInt8], _ steps: inout [(woven: Int, source: Int)]) {
      steps.append((result.count, place))
      if end > place { result += bytes[place..<end] }
      place = max(place, end)
    }
    func close(before limit: Int, _ result: inout [UInt8], _ steps: inout [(woven: Int, source: Int)]) {
      while let last = open.last, last.end <= limit {
        copy(last.end, &result, &steps)
        result += last.after.utf8
        places.append((last.begin..<result.count, last.number))
        open.removeLast()
      }
    }
    for (number, edit) in edits {
      close(before: edit.range.lowerBound, &result, &steps)
      copy(edit.range.lowerBound, &result, &steps)
      let begin = result.count
      result += edit.before.utf8
      if let replacement = edit.replacement {
        result += replacement.utf8
        place = edit.range.upperBound
        places.append((begin..<result.count, number))
      } else {
        open.append((edit.range.upperBound, edit.after, begin, number))
      }
    }
    close(before: bytes.count, &result, &steps)
    copy(bytes.count, &result, &steps)
    text = String(decoding: result, as: UTF8.self)
  }

  // MARK: - Mutants that do not compile

  /// Removes the mutants to which compiler errors at these places refer; false if there were none.
  ///
  /// An error refers to the innermost change around its place, or else to those that could make the compiler miss
  /// a value or a `return` in the function.
  package mutating func drop(_ errors: [(line: Int, column: Int)]) -> Bool {
    var numbers: Set<Int> = []
    for error in errors {
      let place = offset(line: error.line, column: error.column)
      let around = places.filter { $0.range.lowerBound <= place && place < $0.range.upperBound }
      if let inner = around.min(by: { $0.range.count < $1.range.count }) {
        numbers.insert(inner.number)
      } else {
        let source = steps.last { $0.woven <= place }.map { $0.source + place - $0.woven } ?? 0
        numbers.formUnion(flowMutants(round: source))
      }
    }
    mutants.removeAll { numbers.contains($0.number) }
    if !numbers.isEmpty { weave() }
    return !numbers.isEmpty
  }

  /// Keeps only the mutants with these numbers; a program with fewer mutants compiles faster.
  package mutating func keep(_ numbers: Set<Int>) {
    mutants.removeAll { !numbers.contains($0.number) }
    weave()
  }

  private func offset(line: Int, column: Int) -> Int {
    var rest = line - 1
    var place = 0
    for byte in text.utf8 {
      if rest == 0 { break }
      if byte == UInt8(ascii: "\n") { rest -= 1 }
      place += 1
    }
    return place + column - 1
  }

  /// The mutants that change what is initialised or returned in the smallest function round a place that has any.
  private func flowMutants(round place: Int) -> Set<Int> {
    let tokens = Tokenizer.tokens(of: source).compiledHere
    var functions: [Range<Int>] = []
    func look(_ statements: [Statement]) {
      for statement in statements {
        for block in statement.blocks {
          // The compiler reports the head of a function, or its closing brace.
          let begin = block.kind == .function ? statement.tokens.lowerBound : block.braces.open
          let range = tokens[begin].range.lowerBound..<tokens[block.braces.close].range.upperBound
          guard range.contains(place) else { continue }
          if [.function, .closure].contains(block.kind) { functions.append(range) }
          look(block.statements)
        }
      }
    }
    look(Parser(tokens).parse())
    for function in functions.reversed() {
      let inside = mutants.filter { mutant in
        !mutant.isBuilt
          && mutant.edits.allSatisfy { function.overlaps($0.range) || function.contains($0.range.lowerBound) }
      }
      // A closure may use what a change outside it has given another type.
      if inside.isEmpty { continue }
      let flowing = inside.filter(\.changesFlow)
      return Set((flowing.isEmpty ? inside : flowing).map(\.number))
    }
    return []
  }
}
