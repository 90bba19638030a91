import CourseKit

extension TestSource {
  /// The variable with the expectations that every right answer comes to: file and line of each.
  package static func expectations(of exercise: Exercise, in course: Course) -> [String: String] {
    let places = files(of: exercise, in: course).flatMap { file in
      expectations(inSource: file.text).map { "\(exercise.module)Tests/\(file.name):\($0)" }
    }
    return ["REQUIREMENT_EXPECTATIONS": places.joined(separator: " ")]
  }

  /// The lines of the expectations that stand in a test under no condition.
  ///
  /// A loop is no condition: its turns must not depend on the answer. The formatter's indentation tells which blocks a
  /// line stands in.
  static func expectations(inSource text: String) -> [Int] {
    var blocks: [(indent: Int, isCertain: Bool)] = []
    var found: [Int] = []
    var isInString = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.drop { $0 == " " }
      // A string of several lines begins at the end of a line, and its end begins one.
      if isInString {
        isInString = !words.hasPrefix("\"\"\"")
        continue
      }
      isInString = words.hasSuffix("\"\"\"")
      if words.isEmpty || words.hasPrefix("//") { continue }
      let indent = line.utf8.count - words.utf8.count
      while let last = blocks.last, last.indent >= indent { blocks.removeLast() }
      if isExpectation(words), blocks.allSatisfy(\.isCertain), blocks.contains(where: { $0.indent > 2 }) {
        found.append(index + 1)
      }
      // What follows in this block may be left out, also by a right answer.
      if words.hasSuffix("continue") || words.hasSuffix("continue }"), let last = blocks.indices.last {
        blocks[last].isCertain = false
      }
      if words.hasSuffix("{") || parameter(ofClosure: words) != nil {
        blocks.append((indent, isCertain(words)))
      }
    }
    return found
  }

  /// Whether a line begins a call of `expect`, of a function with such a name, or of `everyOrder`.
  private static func isExpectation(_ words: Substring) -> Bool {
    let call = afterName(after(["await ", "fulfil { "], words))
    let name = call.prefix { $0.isLetter || $0.isNumber }
    return call.dropFirst(name.count).first == "(" && (name.hasPrefix("expect") || name == "everyOrder")
  }

  /// Whether the block that a line opens runs at least once for every right answer.
  private static func isCertain(_ words: Substring) -> Bool {
    if words.hasPrefix("for ") { return !words.contains(" where ") }
    let bodies = ["@Test", "@Suite", "func", "extension", "fulfil {", "await fulfil {", "let end = "]
    if bodies.contains(where: words.hasPrefix) || ["do {", "{", "] {"].contains(words) { return true }
    // Helpers of the tests, which call what they are given once, or again and again.
    guard let parameter = parameter(ofClosure: words), !parameter.contains(" ") else { return false }
    let call = after(["try "], afterName(words))
    if call.hasPrefix("meeting.again(") { return true }
    let name = call.prefix { $0.isLetter || $0.isNumber }
    return call.dropFirst(name.count).hasPrefix(" {") && name.hasPrefix("with")
      && name.dropFirst(4).first?.isUppercase == true
  }

  /// What stands between the last `{` of a line and `in` at its end; nil where no closure with parameters is opened.
  private static func parameter(ofClosure words: Substring) -> Substring? {
    guard words.hasSuffix(" in"), let bracket = words.lastIndex(of: "{") else { return nil }
    let rest = words[words.index(after: bracket)...]
    return rest.contains("}") ? nil : rest.dropFirst().dropLast(3)
  }

  private static func after(_ beginnings: [String], _ words: Substring) -> Substring {
    beginnings.reduce(words) { $0.hasPrefix($1) ? $0.dropFirst($1.count) : $0 }
  }

  /// What is assigned to a constant; all of it where none is declared.
  private static func afterName(_ words: Substring) -> Substring {
    guard words.hasPrefix("let "), let sign = words.firstIndex(of: "=") else { return words }
    return words[sign...].dropFirst(2)
  }
}
