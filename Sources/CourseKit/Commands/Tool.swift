import Foundation
import Terminal

/// A program of the package with commands: `course`, `grade` or `prove`.
package struct Tool: Sendable {
  package let name: String
  package let manual: Manual
  /// Texts that `help` prints besides those of the manual, by topic.
  private let topics: [String: String]

  package init(_ name: String, help: String, topics: [String: String] = [:]) {
    self.name = name
    manual = Manual(help, of: name)
    self.topics = topics
  }

  /// A command line: a command, which is empty if none is named, and its arguments.
  package struct Line {
    package let verb: String
    package let arguments: Arguments
    package let course: Course
  }

  /// Carries out the command line and ends the program.
  ///
  /// The exit code is 0, 1 when something does not hold, or that of the error.
  package func main(_ command: (Line) throws -> Int32) -> Never {
    Terminal.openClosedStreams()
    Programs.endWithTheTool()
    var code = run(Array(CommandLine.arguments.dropFirst()), command)
    // A truncated table must not look complete.
    if let failure = Terminal.outputFailure {
      complain("the output could not be written: \(failure). Fix that and repeat the command.")
      if code == 0 { code = 3 }
    }
    exit(code)
  }

  private func run(_ words: [String], _ command: (Line) throws -> Int32) -> Int32 {
    do {
      if let text = try requestedHelp(words) {
        Terminal.show(text)
        return 0
      }
      // A tool whose default command takes arguments has no unknown commands.
      let isVerb = words.first.map { manual.names.contains($0) || !manual.hasArgumentsAlone } ?? false
      let verb = isVerb ? words[0] : ""
      let arguments = arguments(words.dropFirst(isVerb ? 1 : 0), of: verb)
      guard let course = Course.current() else {
        throw CourseError(
          "there is no course in this folder or above it. Change into the folder with Package.swift.")
      }
      return try command(Line(verb: verb, arguments: arguments, course: course))
    } catch let error as CourseError {
      complain(error.message)
      return error.exitCode
    } catch let error as Arguments.Mistake {
      complain(error.description)
    } catch let error as CocoaError {
      complain(error.report)
    } catch {
      complain("\(error)")
    }
    return 2
  }

  private func arguments(_ words: some Sequence<String>, of verb: String) -> Arguments {
    Arguments(Array(words)) { word in
      "'\(word)' is not an argument of this command.\(manual.suggestion(for: word, in: verb)) "
        + "'swift run \(name) help' lists them all."
    }
  }

  private func complain(_ text: String) { Terminal.showError("\(name): \(text)\n") }

  /// The error that there is no such command, with the one that may be meant.
  package func unknown(_ verb: String) -> CourseError {
    CourseError(
      "there is no command '\(verb)'.\(manual.suggestion(for: verb)) 'swift run \(name) help' lists the "
        + "commands."
    )
  }

  /// The requested help, nil if none is requested: `help`, `help check`, `check --help`, `check -h`.
  private func requestedHelp(_ words: [String]) throws -> String? {
    let isAsking = { ["--help", "-h"].contains($0) }
    guard let verb = words.first else { return nil }
    if isAsking(verb) { return manual.text }
    if verb == "help" {
      guard let topic = words.dropFirst().first(where: { !isAsking($0) }) else { return manual.text }
      guard let text = topics[topic] ?? manual.help(on: topic) else { throw unknown(topic) }
      return text
    }
    // A lesson has flags of its own, which it lists itself.
    guard words.contains(where: isAsking), verb != "lesson" || words.count == 2 else { return nil }
    return manual.help(on: verb) ?? manual.text
  }
}
