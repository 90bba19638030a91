import CourseKit

/// Answers of a class that differ only in names and layout.
///
/// Comments, spaces, the texts of strings and consistent renaming make no difference. Larger changes are not
/// detected; for those, use the folder that ``Grader/writeForJPlag(_:_:to:)`` writes.
package struct SimilarAnswers: Sendable {
  /// The exercise and the students of each such answer.
  let groups: [(exercise: Exercise, students: [String])]

  static let none = SimilarAnswers(groups: [])

  private init(groups: [(exercise: Exercise, students: [String])]) { self.groups = groups }

  /// The least number of tokens beyond the stub's; shorter answers are the same by chance.
  private static let least = 60

  /// Compares the answers of students, who began with `stub`.
  init(_ answers: [(student: String, files: GradedFiles.Files)], stub: (Exercise) -> String) {
    var groups: [(exercise: Exercise, students: [String])] = []
    for exercise in Catalogue.exercises {
      let length = SimilarAnswers.shape(of: stub(exercise)).count + SimilarAnswers.least
      var students: [[String]: [String]] = [:]
      for (student, files) in answers {
        guard let texts = files[exercise.number]?.map(\.text) else { continue }
        let shape = SimilarAnswers.shape(of: texts.joined(separator: "\n"))
        if shape.count >= length { students[shape, default: []].append(student) }
      }
      groups += students.values.filter { $0.count > 1 }.map { (exercise, $0.sorted()) }
        .sorted { $0.1[0] < $1.1[0] }
    }
    self.groups = groups
  }

  /// A text without comments and layout, in which each name is replaced by the number of its first
  /// appearance.
  static func shape(of text: String) -> [String] {
    let parts =
      /\/\/.*|\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|(?<word>[\w`$]+)|[^\w\s`$"]/
    var numbers: [Substring: Int] = [:]
    return text.matches(of: parts).compactMap { match in
      if let word = match.word {
        let number = numbers[word] ?? numbers.count
        numbers[word] = number
        return "\(number)"
      }
      if match.0.hasPrefix("//") || match.0.hasPrefix("/*") { return nil }
      return match.0.hasPrefix("\"") ? "\"" : String(match.0)
    }
  }

  /// A line for each answer that several students have; empty if there is none.
  var text: String {
    groups.isEmpty
      ? ""
      : "\nthe same but for names and layout\n"
        + groups.map { "  \($0.exercise.folder): \($0.students.map(oneLine).joined(separator: ", "))\n" }
        .joined()
  }
}
