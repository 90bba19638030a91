import Foundation

extension Course {
  /// Builds one lesson, in the folder that `swift run` uses.
  package func build(_ lesson: LessonEntry) throws(CourseError) {
    let code = Programs.runInFront(["swift", "build", "-q", "--product", lesson.program], in: root)
    guard code == 0 else {
      throw CourseError("\(lesson.program) does not build: see above.")
    }
  }

  /// Runs a lesson that has been built, with shortened waits, and returns its output; each claim must hold.
  package func output(of lesson: LessonEntry, _ flags: [String] = []) throws(CourseError) -> Data {
    try output(of: lesson, flags, in: root.appending(path: ".build/debug"))
  }

  /// Runs a lesson that has been built into this folder.
  package func output(
    of lesson: LessonEntry, _ flags: [String], in products: URL,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(CourseError) -> Data {
    let words = [products.appending(path: lesson.program).path, "--fast"] + flags
    // A search of more than ten seconds prints lines of progress, which are no part of a record.
    let quiet = flags.contains("--json") ? ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>/dev/null"] : []
    let ending = Programs.run(
      quiet + words, in: root, environment: environment, deadline: .seconds(600), outputCap: 16 << 20)
    guard ending.isSuccess else {
      throw CourseError(
        "\(lesson.program) \(words.dropFirst().joined(separator: " ")): "
          + "it ended with \(ending.way), not with success.\n\(ending.output.suffix(1000))")
    }
    return ending.data
  }
}
