import CourseKit
import Foundation
import Terminal

/// `course open`: opens the files of a step in the learner's editor.
func open(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let step = try stepToOpen(&arguments, in: course)
  try arguments.end()
  let paths: [String]
  switch step {
  case .exercise(let exercise): paths = course.paths(of: exercise)
  case .build(let build): paths = course.paths(of: build)
  case .lesson(let lesson):
    paths = ["Lessons/\(lesson.folder)/README.md", "Lessons/\(lesson.folder)/main.swift"]
  }
  return openFiles(paths, in: course)
}

/// Opens files in the editor, or prints their paths if no editor is known.
func openFiles(_ paths: [String], in course: Course) -> Int32 {
  guard let editor = Editor(environment: ProcessInfo.processInfo.environment, exists: Programs.exists) else {
    Terminal.showError("course: no editor is known. Set VISUAL or EDITOR, or open these yourself:\n")
    for path in paths { Terminal.showError("  \(path)\n") }
    return 1
  }
  let code = Programs.runInFront(editor.words + paths, in: course.root)
  if code != 0 { Terminal.showError("course: '\(editor.name)' ended with \(code).\n") }
  return code == 0 ? 0 : 1
}

/// `5` is exercise 5, `lesson 5` is lesson 5, and nothing is the current step.
private func stepToOpen(_ arguments: inout Arguments, in course: Course) throws -> Step {
  guard let word = arguments.words.first else {
    guard let step = Progress(course).current, course.has(step) else {
      throw CourseError("nothing to open. Name an exercise, as in 'swift run course open 5'.")
    }
    return step
  }
  guard word == "lesson" else { return .exercise(try chosen(try arguments.exercise(), in: course)) }
  _ = arguments.word()
  guard let number = arguments.word().flatMap({ Int($0) }), let lesson = Catalogue.lesson(number) else {
    throw CourseError("open lesson needs a number from 0 to \(Catalogue.lessons.count - 1).")
  }
  return .lesson(lesson)
}

/// The program that opens a file for editing.
struct Editor: Equatable {
  /// The command, to which the files are added.
  let words: [String]
  let name: String

  /// `$VISUAL`, then `$EDITOR`, then VS Code, then what the system opens a text with.
  init?(environment: [String: String], exists: (String) -> Bool) {
    for variable in ["VISUAL", "EDITOR"] {
      guard let command = environment[variable], !command.allSatisfy(\.isWhitespace) else { continue }
      // The variable is a command with arguments, which a shell splits: 'code --wait'.
      words = ["/bin/sh", "-c", "\(command) \"$@\"", "sh"]
      name = command
      return
    }
    #if os(macOS)
      let others = [["code"], ["codium"], ["open", "-t"]]
    #else
      let others = [["code"], ["codium"]]
    #endif
    guard let found = others.first(where: { exists($0[0]) }) else { return nil }
    words = found
    name = found[0]
  }
}
