import Explorer
import Foundation
import MiniOperations
import Terminal

/// A lesson: what it is about, what it asks, and what it does.
///
/// The main file of every lesson is one of these:
///
///     Lesson(
///       11, "What happens to the running operation when its queue is suspended?",
///       about: "…",
///       questions: Questions(Question("…", [.wrong("…", "…"), .right("…", "…"), .wrong("…", "…")]))
///     ).run { show in
///       show.step("Three operations, one at a time")
///       …
///       show.claim("Thread 2 never started while suspended", events.none { … })
///     }
///
/// The program ends with 0 when every claim held, with 1 when one did not, and with 2 when its flags
/// cannot be understood.
public struct Lesson: Sendable {
  let number: Int
  let title: String
  let about: String
  let questions: Questions?
  let options: [Option]
  /// Its main file, which is in the course that keeps the answers.
  let file: String

  /// Describes a lesson; `options` are the flags that only this lesson has.
  public init(
    _ number: Int, _ title: String, about: String, questions: Questions? = nil, options: [Option] = [],
    file: String = #filePath
  ) {
    self.number = number
    self.title = title
    self.about = about
    self.questions = questions
    self.options = options
    self.file = file
  }

  /// Runs the lesson on the main thread and ends the program.
  public func run(_ body: (Show) throws -> Void) -> Never {
    Terminal.openClosedStreams()
    Terminal.ignoreClosedPipes()
    let flags: Flags
    do {
      flags = try Flags(CommandLine.arguments.dropFirst(), options)
    } catch {
      Terminal.writeError("\(error.description)\n")
      exit(2)
    }
    if flags.has("--help") {
      Terminal.write(help)
      exit(0)
    }
    let show = Show(self, flags)
    if flags.has("--review") { exit(show.review()) }
    // A player may think for any length of time.
    if !flags.has("--play") { show.watchForStalls() }
    show.open()
    do {
      try PlacesInTables.$areWanted.withValue(flags.has("--places")) { try body(show) }
    } catch {
      show.fail("The lesson could not continue: \(error)")
    }
    exit(show.close())
  }
}

/// A flag that only one lesson has.
public struct Option: Sendable {
  enum Kind { case flag, number, url }

  let name: String
  let value: String
  let help: String
  let kind: Kind

  /// A flag without a value, like `--play`.
  public static func flag(_ name: String, _ help: String) -> Option {
    Option(name: name, value: "", help: help, kind: .flag)
  }

  /// A flag that is followed by a web address, like `--url URL`.
  public static func url(_ name: String, _ help: String) -> Option {
    Option(name: name, value: "URL", help: help, kind: .url)
  }

  /// A flag that is followed by a number from 0 up, like `--seconds N`.
  public static func number(_ name: String, _ value: String, _ help: String) -> Option {
    Option(name: name, value: value, help: help, kind: .number)
  }
}

extension Option {
  /// The flags that every lesson has.
  static let common: [Option] = [
    .flag("--fast", "the same run with shorter waits"),
    .flag("--quiet", "print only the claims and whether they held"),
    .flag("--verbose", "fold nothing"),
    .flag("--no-ask", "do not ask for predictions or wait for keys"),
    .flag("--review", "repeat the questions that you answered wrong, and run nothing"),
    .flag("--code", "show the lines that each step executes"),
    .flag("--json", "print only the record of the run, as JSON"),
    .flag("--places", "add the source line for each row of a schedule to --json"),
    .flag("--no-times", "leave values that differ between runs out of --json"),
    .number("--patience", "SECONDS", "stop the lesson if it stalls for this long; 30 s by default"),
    .flag("--help", "print this text"),
  ]

  /// The scenario runs on Foundation too, and both traces are shown side by side.
  public static let foundation = flag("--foundation", "run it on Foundation too, side by side")

  /// A schedule can be played by hand.
  public static let play = flag("--play", "be the scheduler yourself")
}

extension Lesson {
  var help: String {
    var text = "Lesson \(number): \(title)\n\n\(about)\n\n  swift run \(program) [flags]\n\n"
    for option in options + Option.common {
      let name = option.value.isEmpty ? option.name : "\(option.name) \(option.value)"
      text += "  \(name.padded(to: 16))  \(option.help)\n"
    }
    return text
  }

  var program: String { "lesson\(number < 10 ? "0" : "")\(number)" }
}
