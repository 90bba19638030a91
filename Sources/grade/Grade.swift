import CourseKit
import Foundation
import GradeKit
import Typesetting

/// `grade`: this checkout, or with `--submission` a student's, or with `--submissions` those of a class.
func grade(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  if let image = try arguments.value("--container") {
    return try grade(course, arguments, in: image)
  }
  try checkNeeds(arguments.words)
  let name = try arguments.value("--format") ?? "text"
  let output = try arguments.value("--output")
  let minimum = try arguments.value("--min")
  let submissions = try arguments.value("--submissions")
  let submission = try arguments.value("--submission")
  let feedback = try arguments.value("--feedback")
  let showsStatistics = arguments.flag("--statistics")
  let page = try arguments.value("--statistics-page")
  let jplag = try arguments.value("--jplag")
  let mayBeRoot = arguments.flag("--as-root")
  let chosen = try exercises(&arguments)
  let isCoreAlone = arguments.flag("--core")
  let rules = try classRules(&arguments)
  var choice = try classChoice(&arguments)
  choice.isSingle = submission != nil
  try arguments.end()
  guard let format = Format(rawValue: name) else {
    throw CourseError(
      "there is no format '\(name)'. There are \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  }
  guard minimum == nil || Int(minimum ?? "").map({ $0 >= 0 }) == true else {
    throw CourseError("--min needs a number of points.")
  }
  if submissions != nil && !format.holdsMany {
    throw CourseError("the format \(name) holds one student. Use --submission and that student's folder.")
  }
  if submissions != nil && submission != nil {
    throw CourseError("--submission and --submissions exclude each other.")
  }
  if submissions != nil || submission != nil, Programs.isRoot, !mayBeRoot {
    throw CourseError(
      "this is root, and the code of students would run as root too. Use another user, or --as-root in a "
        + "container that holds nothing else.")
  }
  if jplag != nil && submissions == nil { throw CourseError("--jplag needs --submissions.") }
  for path in [output, page].compactMap(\.self) { try checkWritable(path) }

  var grader = Grader(course)
  grader.chosen = chosen
  grader.isCoreAlone = isCoreAlone
  var grades: [Grade]
  if let path = submissions ?? submission {
    grades = try gradeClass(grader, in: path, choice)
    grades = rules.apply(to: grades, of: grader.exercises)
    // Also those of students who handed in nothing.
    for index in grades.indices { grades[index].isCoreAlone = isCoreAlone }
  } else {
    grades = [
      grader.gradeCheckout { exercise, report in
        if Terminal.isShown || output != nil {
          Terminal.showError("\(exercise.folder): \(report.state.rawValue)\n")
        }
      }
    ]
  }
  let text = format.write(grades, environment: ProcessInfo.processInfo.environment)
  if let output {
    try Data(text.utf8).write(to: URL(filePath: output), options: .atomic)
  } else {
    Terminal.show(text)
  }
  if let feedback { try Feedback(grades).write(to: URL(filePath: feedback)) }
  let folder = submissions.map { URL(filePath: $0) }
  if let jplag, let folder { try grader.writeForJPlag(folder, choice, to: URL(filePath: jplag)) }
  if showsStatistics || page != nil {
    let statistics = Statistics(grades, likeness: folder.map { grader.likeness(in: $0, choice) })
    if let page { try Data(statistics.page.utf8).write(to: URL(filePath: page), options: .atomic) }
    let text = showsStatistics ? "\n" + statistics.text : ""
    if format == .text && output == nil { Terminal.show(text) } else { Terminal.showError(text) }
  }
  return verdict(grades, least: Int(minimum ?? "0") ?? 0)
}

/// `grade --container IMAGE`: the same command in a container.
private func grade(_ course: Course, _ arguments: Arguments, in image: String) throws -> Int32 {
  var arguments = arguments
  let output = try arguments.value("--output")
  if let output { try checkWritable(output) }
  guard arguments.words.contains(where: { ["--submissions", "--submission"].contains($0) }) else {
    throw CourseError("--container grades what was handed in. Add --submissions or --submission.")
  }
  if arguments.words.contains("--statistics-page") {
    throw CourseError("--statistics-page is for a second run, without --container, or use --statistics.")
  }
  guard let container = Container(image: image) else {
    throw CourseError("neither podman nor docker is on this machine. Install one of them.")
  }
  return try container.grade(arguments.words, in: course, output: output)
}

/// The exit code for these grades, and on standard error why it is not 0.
private func verdict(_ grades: [Grade], least: Int) -> Int32 {
  func names(_ grades: [Grade]) -> String {
    let names = grades.map(\.student).filter { !$0.isEmpty }
    return names.isEmpty ? "" : ": " + names.joined(separator: ", ")
  }
  let ungraded = grades.filter { !$0.isGraded }
  if !ungraded.isEmpty {
    Terminal.showError(
      "not graded, because the machine ended a build or a run\(names(ungraded))\nThe reports say what happened. "
        + "Start the same command again: it grades what has no verdict.\n")
  }
  let unknown = grades.filter { !$0.isRecognised }
  if !unknown.isEmpty { Terminal.showError("nothing recognised\(names(unknown))\n") }
  let below = grades.filter { $0.isGraded && $0.score < least }
  if !below.isEmpty { Terminal.showError("less than \(counted(least, "point"))\(names(below))\n") }
  return !ungraded.isEmpty ? 3 : !unknown.isEmpty ? 4 : below.isEmpty ? 0 : 1
}

/// Grades the submissions in a folder, with a line for each on standard error.
private func gradeClass(_ grader: Grader, in path: String, _ choice: ClassChoice) throws -> [Grade] {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
    isFolder.boolValue || choice.isSingle
  else { throw CourseError("there is no folder '\(path)'.") }
  let log = ClassLog()
  let grades = try grader.gradeClass(in: URL(filePath: path), choice, tell: log.hear)
  if grades.isEmpty && choice.shard == nil {
    throw CourseError("no such submission is in '\(path)'. Each is a folder, a .tar.gz or a .zip.")
  }
  return grades
}

/// Refuses options for a class if there is none; they would have no effect.
private func checkNeeds(_ words: [String]) throws(CourseError) {
  if words.contains("--submissions") || words.contains("--submission") { return }
  let needing = [
    "--only", "--merge", "--register", "--shard", "--fresh", "--regrade", "--roster", "--late", "--overrides",
    "--due",
  ]
  if let flag = words.first(where: needing.contains) {
    throw CourseError("\(flag) is for submissions. Add --submissions DIR, or --submission DIR.")
  }
}

/// Refuses at once a file that could not be written after an hour of grading.
private func checkWritable(_ path: String) throws {
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
