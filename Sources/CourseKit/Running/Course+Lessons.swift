import Foundation

/// A lesson that could not be built, or that did not show what it claims.
public struct LessonFailure: Error, CustomStringConvertible {
  /// What happened, with the end of what was printed.
  public let description: String
}

extension Course {
  /// Builds one lesson, in the folder in which `swift run` builds.
  public func build(_ lesson: LessonEntry) throws(LessonFailure) {
    let code = Programs.runInFront(["swift", "build", "-q", "--product", lesson.program], in: root)
    guard code == 0 else {
      throw LessonFailure(description: "\(lesson.program) does not build: see above.")
    }
  }

  /// Runs a lesson that is built, with its waits shortened, and gives what it prints; each claim must hold.
  public func output(of lesson: LessonEntry, _ flags: [String] = []) throws(LessonFailure) -> Data {
    try output(of: lesson, flags, in: root.appending(path: ".build/debug"))
  }

  /// The same for a lesson that was built into this folder.
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
