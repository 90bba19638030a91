import Foundation

/// The error that a lesson could not be built, or that a claim of it did not hold.
public struct LessonFailure: Error, CustomStringConvertible {
  /// What happened, with the end of the output.
  public let description: String
}

extension Course {
  /// Builds one lesson, in the folder that `swift run` uses.
  public func build(_ lesson: LessonEntry) throws(LessonFailure) {
    let code = Programs.runInFront(["swift", "build", "-q", "--product", lesson.program], in: root)
    guard code == 0 else {
      throw LessonFailure(description: "\(lesson.program) does not build: see above.")
    }
  }

  /// Runs a lesson that has been built, with shortened waits, and returns its output; each claim must hold.
  public func output(of lesson: LessonEntry, _ flags: [String] = []) throws(LessonFailure) -> Data {
    try output(of: lesson, flags, in: root.appending(path: ".build/debug"))
  }

  /// Runs a lesson that has been built into this folder.
  func output(
    of lesson: LessonEntry, _ flags: [String], in products: URL,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(LessonFailure) -> Data {
    let words = [products.appending(path: lesson.program).path, "--fast"] + flags
    let ending = Programs.run(
      words, in: root, environment: environment, deadline: .seconds(600), outputCap: 16 << 20)
    guard ending.isSuccess else {
      throw LessonFailure(
        description: "\(lesson.program) \(words.dropFirst().joined(separator: " ")): "
          + "it ended with \(ending.way), not with success.\n\(ending.output.suffix(1000))")
    }
    return ending.data
  }
}
