import CourseKit
import Foundation
import GradeKit
import Terminal

/// The options of `grade`, read as a whole: whatever is wrong with them is reported at once.
struct GradeOptions {
  var format = Format.text
  var output: String?
  var minimum = 0
  var submissions: String?
  var submission: String?
  var feedback: String?
  var showsStatistics = false
  var jplag: String?
  var chosen: Set<Int>?
  var isCoreAlone = false
  var pardoned: Set<String> = []
  var needsSandbox = true
  var rules = ClassRules()
  var choice = ClassChoice()

  private var errors: [String] = []
  private var lacksValue = false

  init(_ arguments: Arguments) throws(CourseError) {
    var arguments = arguments
    let words = arguments.words
    let name = value("--format", &arguments) ?? "text"
    output = value("--output", &arguments)
    let least = value("--min", &arguments)
    submissions = value("--submissions", &arguments)
    submission = value("--submission", &arguments)
    feedback = value("--feedback", &arguments)
    showsStatistics = arguments.flag("--statistics")
    jplag = value("--jplag", &arguments)
    let mayBeRoot = arguments.flag("--as-root")
    needsSandbox = !arguments.flag("--without-sandbox")
    isCoreAlone = arguments.flag("--core")
    if let text = value("--exercises", &arguments) {
      chosen = ClassChoice.exercises(text)
      if chosen == nil { errors.append("--exercises needs numbers of exercises, as in 1-5 or 1,3,7-9.") }
    }
    readRules(&arguments)
    readChoice(&arguments)
    choice.isSingle = submission != nil
    // An option without its value is still there, and has been reported.
    if !lacksValue { note { try arguments.end() } }

    if let known = Format(rawValue: name) {
      format = known
    } else {
      let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
      errors.append("there is no format '\(name)'. There are \(names).")
    }
    if let least {
      minimum = Int(least) ?? -1
      if minimum < 0 { errors.append("--min needs a number of points.") }
    }
    if submissions != nil && !format.holdsMany {
      errors.append("the format \(name) holds one student. Use --submission and that student's folder.")
    }
    if submissions != nil && submission != nil {
      errors.append("--submission and --submissions exclude each other.")
    }
    if submissions != nil || submission != nil, Programs.isRoot, !mayBeRoot {
      errors.append(
        "this is root, and the code of students would run as root too. Use another user, or --as-root in a "
          + "container that holds nothing else.")
    }
    if jplag != nil && submissions == nil { errors.append("--jplag needs --submissions.") }
    checkNeeds(words)
    if let output { note { try checkWritable(output) } }
    if !errors.isEmpty { throw CourseError(errors.joined(separator: "\n")) }
  }

  /// Notes the error of `body`, if it throws one.
  private mutating func note(_ body: () throws -> Void) {
    do { try body() } catch { errors.append("\(error)") }
  }

  private mutating func value(_ name: String, _ arguments: inout Arguments) -> String? {
    do { return try arguments.value(name) } catch {
      errors.append(error.description)
      lacksValue = true
      return nil
    }
  }

  /// Takes the options that select the submissions to grade.
  private mutating func readChoice(_ arguments: inout Arguments) {
    choice.regrades = arguments.flag("--regrade")
    while let student = value("--only", &arguments) { choice.only.insert(student) }
    while let student = value("--pardon", &arguments) { pardoned.insert(student) }
    while let folder = value("--merge", &arguments) { choice.merged.append(URL(filePath: folder)) }
    choice.register = value("--register", &arguments).map { URL(filePath: $0) }
    if let text = value("--shard", &arguments) {
      choice.shard = ClassChoice.Shard(text)
      if choice.shard == nil {
        errors.append("--shard needs two numbers, as in 3/16: the third of sixteen parts.")
      }
    }
  }

  /// Takes the options that name files with decisions made outside the tests.
  private mutating func readRules(_ arguments: inout Arguments) {
    var rules = rules
    rules.prefix = value("--prefix", &arguments)
    if let word = value("--due", &arguments) {
      if let zone = ClassRules.zone(of: word).zone {
        rules.zone = zone
        choice.zone = zone
      }
      rules.due = ClassRules.date(word, rules.zone)
      if rules.due == nil {
        errors.append(
          "--due needs a date, as in 2026-12-24 (to its end), 2026-12-24T12:00:00+01:00 or "
            + "'2026-12-24T12:00 Europe/Berlin'. It is in UTC if no zone is named.")
      }
    } else if arguments.words.contains("--late") {
      errors.append("--late needs --due: without a date nothing is late.")
    }
    read("--roster", &arguments) { (text, _) throws(CourseError) in rules.roster = try Roster(text) }
    read("--late", &arguments) { (text, path) throws(CourseError) in
      try rules.readPolicy(text, from: path)
    }
    read("--overrides", &arguments) { (text, path) throws(CourseError) in
      try rules.readOverrides(text, from: path)
    }
    read("--dates", &arguments) { (text, path) throws(CourseError) in
      try rules.readDates(text, from: path)
    }
    self.rules = rules
  }

  /// Reads the file that an option names; its errors are preceded by the file's name.
  private mutating func read(
    _ option: String, _ arguments: inout Arguments,
    _ body: (_ text: String, _ path: String) throws(CourseError) -> Void
  ) {
    guard let path = value(option, &arguments) else { return }
    guard let data = FileManager.default.contents(atPath: path) else {
      return errors.append("\(option): '\(path)' cannot be read.")
    }
    do { try body(SourceText.table(data), path) } catch {
      errors += error.message.split(separator: "\n").map { "\(path), \($0)" }
    }
  }

  /// Refuses options for a class if there is none; they would have no effect.
  private mutating func checkNeeds(_ words: [String]) {
    if submissions != nil || submission != nil { return }
    let needing = [
      "--only", "--pardon", "--merge", "--register", "--shard", "--regrade", "--roster", "--late",
      "--overrides", "--dates", "--prefix", "--due", "--without-sandbox",
    ]
    errors += words.filter(needing.contains).map {
      "\($0) is for submissions. Add --submissions DIR, or --submission DIR."
    }
  }
}

/// Refuses at once a file that could not be written after an hour of grading.
func checkWritable(_ path: String) throws(CourseError) {
  let manager = FileManager.default
  var isFolder: ObjCBool = false
  let isThere = manager.fileExists(atPath: path, isDirectory: &isFolder)
  // Only an attempt is reliable: permissions are one of several reasons why a write fails.
  let canWrite =
    isThere ? manager.isWritableFile(atPath: path) : manager.createFile(atPath: path, contents: nil)
  if !isThere { try? manager.removeItem(atPath: path) }
  guard canWrite, !isFolder.boolValue else {
    throw CourseError(
      "nothing can be written to '\(path)'. Name a file in a folder that exists and is yours.")
  }
}
