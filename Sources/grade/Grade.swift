import CourseKit
import Foundation
import GradeKit
import Terminal

/// `grade`: this checkout, or with `--submission` a student's, or with `--submissions` those of a class.
func grade(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  if let image = try arguments.value("--container") {
    return try grade(course, arguments, in: image)
  }
  var options = try GradeOptions(arguments)
  var grader = Grader(course)
  grader.chosen = options.chosen
  grader.isCoreAlone = options.isCoreAlone
  let folder = options.submissions.map { URL(filePath: $0) }
  let grades: [Grade]
  if let path = options.submissions ?? options.submission {
    grades = try gradeClass(grader, in: path, &options)
  } else {
    grades = [
      grader.gradeCheckout { exercise, report in
        if Terminal.isShown || options.output != nil {
          Terminal.showError("\(exercise.folder): \(report.state.rawValue)\n")
        }
      }
    ]
  }
  let text = options.format.write(grades, environment: ProcessInfo.processInfo.environment)
  if let output = options.output {
    try Data(text.utf8).write(to: URL(filePath: output), options: .atomic)
  } else {
    Terminal.show(text)
  }
  if let feedback = options.feedback { try Feedback(grades).write(to: URL(filePath: feedback)) }
  if let jplag = options.jplag, let folder {
    try grader.writeForJPlag(folder, options.choice, to: URL(filePath: jplag))
  }
  if options.showsStatistics {
    let text = "\n" + Statistics(grades).text
    if options.format == .text && options.output == nil {
      Terminal.show(text)
    } else {
      Terminal.showError(text)
    }
  }
  return verdict(grades, least: options.minimum)
}

/// `grade --container IMAGE`: the same command in a container.
private func grade(_ course: Course, _ arguments: Arguments, in image: String) throws -> Int32 {
  var arguments = arguments
  let output = try arguments.value("--output")
  if let output { try checkWritable(output) }
  guard arguments.words.contains(where: { ["--submissions", "--submission"].contains($0) }) else {
    throw CourseError("--container grades what was handed in. Add --submissions or --submission.")
  }
  guard let container = Container(image: image) else {
    throw CourseError("neither podman nor docker is on this machine. Install one of them.")
  }
  return try container.grade(arguments.words, in: course, output: output)
}

/// The remarks on all answers that a person should look at, for standard error.
private func looks(_ grades: [Grade]) -> String {
  let lines = grades.flatMap { grade in
    grade.remarks.filter { $0.contains(": look at this: ") }.map { remark in
      oneLine("\(grade.student): \(remark.replacing(": look at this:", with: ":", maxReplacements: 1))")
    }
  }
  return lines.isEmpty ? "" : "look at these lines:\n" + lines.map { "  \($0)\n" }.joined()
}

/// The exit code for these grades, and on standard error why it is not 0.
private func verdict(_ grades: [Grade], least: Int) -> Int32 {
  func names(_ grades: [Grade]) -> String {
    let names = grades.map(\.student).filter { !$0.isEmpty }
    return names.isEmpty ? "" : ": " + names.joined(separator: ", ")
  }
  Terminal.showError(looks(grades))
  let ungraded = grades.filter { !$0.isGraded }
  if !ungraded.isEmpty {
    Terminal.showError(
      "not graded, because the machine ended a build or a run\(names(ungraded))\nThe reports say what "
        + "happened. "
        + "Start the same command again: it grades what has no verdict.\n")
  }
  let unknown = grades.filter { !$0.isRecognised }
  if !unknown.isEmpty { Terminal.showError("nothing recognised\(names(unknown))\n") }
  let below = grades.filter { $0.isGraded && $0.score < least }
  if !below.isEmpty { Terminal.showError("less than \(counted(least, "point"))\(names(below))\n") }
  return !ungraded.isEmpty ? 3 : !unknown.isEmpty ? 4 : below.isEmpty ? 0 : 1
}

/// Grades the submissions in a folder, with a line for each on standard error, and applies the rules.
private func gradeClass(_ grader: Grader, in path: String, _ options: inout GradeOptions) throws -> [Grade] {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
    isFolder.boolValue || options.choice.isSingle
  else { throw CourseError("there is no folder '\(path)'.") }
  let url = URL(filePath: path)
  let rules = options.rules
  let submissions = Grader.students(in: url, options.choice)
  // Reported before an hour of grading.
  let (only, pardoned, notes) = try rules.check(
    submissions, only: options.choice.only, pardoned: options.pardoned)
  var grader = grader
  (options.choice.only, grader.pardoned) = (only, pardoned)
  let choice = options.choice
  for note in notes { Terminal.showError("\(note)\n") }
  if !grader.sandbox.limitsTheFolder {
    let reasons = grader.weakness.map { "  \($0)\n" }.joined()
    if options.needsSandbox, !choice.isSingle {
      throw CourseError(
        "no sandbox works here that keeps an answer from the files of this machine, such as solutions and "
          + "other "
          + "submissions:\n\(reasons)Install bubblewrap, allow user namespaces, or use --container IMAGE. "
          + "In a container that "
          + "holds nothing else, add --without-sandbox.")
    }
    Terminal.showError("warning: \(grader.sandbox.description)\n\(reasons)")
  }
  let log = ClassLog()
  var grades = try grader.gradeClass(in: url, choice, tell: log.hear)
  if grades.isEmpty && choice.shard == nil && choice.only.isEmpty {
    throw CourseError("no such submission is in '\(path)'. Each is a folder, a .tar.gz or a .zip.")
  }
  grades = rules.apply(
    to: grades, of: grader.exercises, submissions: submissions, includes: choice.includes)
  if let note = rules.undated(grades) { Terminal.showError("warning: \(note)\n") }
  // Also those of students who handed in nothing.
  for index in grades.indices { grades[index].isCoreAlone = options.isCoreAlone }
  return grades
}
