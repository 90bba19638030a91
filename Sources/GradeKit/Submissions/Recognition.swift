import CourseKit

/// Recognises which exercise a file of a submission answers.
enum Recognition {
  /// How certain the match is, the best first.
  enum Level: Int, Comparable {
    /// The name in the exercise's folder.
    case folderAndName
    /// Another spelling of the name there: without case, `Name (1).swift`, `Name copy.swift`.
    case folderAndSpelling
    /// The name, in a folder that belongs to no exercise.
    case name
    /// Another spelling of it there, or after the prefix that a learning platform adds.
    case spelling
    /// Only the number of the exercise: `08.swift`, or any Swift file in its folder.
    case number
    /// The name with something after it: `Transitions_final.swift`.
    case suffix

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// Folders whose files have the names of answers but are not answers.
  private static let others: Set = [
    "tests", "exercisetests", "solution", "alternative", "mistakes", "hints", "lessons", "sources",
    "__macosx", ".course",
  ]

  /// How certain it is that `path` is the file `name` of an exercise; nil if it is not.
  static func level(_ path: String, _ name: String, of exercise: Exercise) -> Level? {
    let parts = path.split(separator: "/").map { $0.lowercased() }
    guard var file = path.split(separator: "/").last.map(String.init), !parts.contains(".."),
      !path.hasPrefix("/"), !parts.dropLast().contains(where: others.contains), !file.hasPrefix("._")
    else { return nil }
    if file.lowercased().hasSuffix(".swift.txt") { file.removeLast(4) }
    guard file.lowercased().hasSuffix(".swift"), file != "VisibleLocks.swift", file != "Package.swift" else {
      return nil
    }
    let folders = parts.dropLast().compactMap(number(ofFolder:))
    let isInFolder = folders.last == exercise.number
    if !folders.isEmpty && !isInFolder { return nil }
    if file == name { return isInFolder ? .folderAndName : .name }
    let stem = plain(String(file.dropLast(6)))
    let wanted = name.dropLast(6).lowercased()
    if stem == wanted { return isInFolder ? .folderAndSpelling : .spelling }
    if !isInFolder, stem.hasSuffix("_\(wanted)") { return .spelling }
    let hasSuffix = stem.hasPrefix(wanted) && stem.dropFirst(wanted.count).first?.isLetter == false
    let belongsElsewhere = Catalogue.exercises.contains { other in
      other.files.contains { $0.dropLast(6).lowercased() == stem }
    }
    if isInFolder { return belongsElsewhere ? nil : .number }
    return number(ofFolder: stem) == exercise.number ? .number : hasSuffix ? .suffix : nil
  }

  /// A file's name in lower case, without the suffix that copying a file adds.
  private static func plain(_ stem: String) -> String {
    var stem = stem.lowercased()
    for suffix in [/[ _-]*\(\d+\)$/, /[ _-]+(?:copy|kopie|副本)(?:[ _-]*\d+)?$/, /[ _-]+\d+$/] {
      stem = stem.replacing(suffix, with: "")
    }
    return stem
  }

  /// The exercise that a folder's name refers to: `09-Transitions`, `9-transitions`, `exercise 9`,
  /// `Transitions`.
  static func number(ofFolder name: String) -> Int? {
    let name = name.lowercased()
    let match = name.wholeMatch(of: /(?:exercise|ex|task)?[ _-]*0*([1-9]\d?)(?:[ _.-]+(.*))?/)
    let number = match.flatMap { Int($0.1) }
    let rest = match.map { letters($0.2.map(String.init) ?? "") } ?? letters(name)
    return Catalogue.exercises.first { exercise in
      let topic = exercise.topic.lowercased()
      return match == nil ? rest == topic : exercise.number == number && (rest.isEmpty || rest == topic)
    }?.number
  }

  private static func letters(_ text: String) -> String { text.filter(\.isLetter) }
}

extension Report {
  /// Reports that the submission has files, but none that belongs to an exercise.
  static func notRecognised(_ exercise: Exercise, _ message: String) -> Report {
    Report(exercise, .notRecognised, message)
  }
}
