/// A run of a lesson as data; the terminal, the book and `--json` are views of it.
///
/// A record is made while the lesson runs. It contains the steps in order, and each step contains what was
/// said, logged, counted, asked, explored and claimed in it:
///
///     { "format": 1, "lesson": 5, "program": "lesson05", "title": "…", "about": "…", "outcome": "held",
///       "opening": [ …entries before the first step… ],
///       "steps": [
///         { "number": 1, "title": "…", "source": { "file": "Lessons/05-Order/main.swift", "from": 31, "to":
///         48 },
///           "code": [ "  let queue = MiniOperationQueue()", … ],
///           "entries": [
///             { "kind": "say", "text": "They began in this order: …" },
///             { "kind": "event", "text": "isReady → true", "key": "isReady", "value": "true",
///               "subject": "draw", "thread": "main", "time": 0.0012 },
///             { "kind": "claim", "text": "The sentence", "claim": { "outcome": "held", "source": { … } } } ]
///             } ],
///       "timeline": { … see `Record.Drawing`; left out where nothing was watched … } }
///
/// A value that is nil is left out. Times of entries are seconds since the lesson began, those of the
/// timeline are nanoseconds. `withoutTimes` leaves out what differs from run to run.
public struct Record: Codable, Equatable, Sendable {
  /// Raised whenever a reader of an older record would misread a newer one.
  public var format = 1
  /// The lesson's number, from 0.
  public var lesson: Int
  /// The name of the program, `lesson05`.
  public var program: String
  /// The lesson's title.
  public var title: String
  /// One sentence about what it shows.
  public var about: String
  /// The result of all claims together: broken if one is, held if none is open; nil while the lesson runs.
  public var outcome: Claim.Outcome?
  /// What was said before the first step.
  public var opening: [Entry] = []
  /// The numbered parts, in their order.
  public var steps: [Step] = []
  /// Which operation did what, and when; nil if nothing was watched.
  public var timeline: Drawing?

  /// A numbered part of a lesson.
  public struct Step: Codable, Equatable, Sendable {
    /// From 1.
    public var number: Int
    /// What the step is about.
    public var title: String
    /// The lines that the step executes.
    public var source: Place
    /// The text of those lines; empty if the source file is missing.
    public var code: [String]
    /// Whether several threads report in this step, so that the order of different subjects varies.
    public var isConcurrent: Bool?
    /// What happened, in the order of the reports.
    public var entries: [Entry] = []
  }

  /// One or more lines of a source file.
  public struct Place: Codable, Equatable, Sendable {
    /// The path inside the package.
    public var file: String
    /// The first line, from 1.
    public var from: Int
    /// The last line.
    public var to: Int
  }

  /// One thing that a lesson reported.
  public struct Entry: Codable, Equatable, Sendable {
    /// Which sort of thing it is.
    public enum Kind: String, Codable, Sendable {
      /// A sentence about the run.
      case say
      /// What happened in the step, in words.
      case conclusion
      /// Lines as they are: a table, a report.
      case text
      /// A line with time and thread, as NSLog prints it.
      case log
      /// An announced change: `subject`, `key` and `value` say which.
      case event
      /// A counting row of the thread or task in `subject`.
      case count
      /// A sentence that the run had to prove.
      case claim
      /// A result of the Explorer.
      case schedule
      /// A question and its answer.
      case question
    }

    /// Which sort of thing it is.
    public var kind: Kind
    /// The text on the terminal, without time, thread and subject; may have several lines.
    public var text: String
    /// The part of the text that this run measured or that is random.
    public var figure: String?
    /// Seconds since the lesson began.
    public var time: Double?
    /// The thread on which it happened.
    public var thread: String?
    /// The operation, the queue or the name that it is about.
    public var subject: String?
    /// The key that was announced.
    public var key: String?
    /// The value that was announced.
    public var value: String?
    /// The result of the claim in `text`.
    public var claim: Claim?
    /// The exploration's result, and the schedule that is shown.
    public var schedule: Schedule?
    /// The question, with its answers.
    public var question: Question?
  }

  /// The result of one sentence about the run.
  public struct Claim: Codable, Equatable, Sendable {
    /// Whether it held.
    public enum Outcome: String, Codable, Sendable {
      /// The run has shown it.
      case held
      /// The run has shown the contrary.
      case broken
      /// Nothing happened that could have broken it: a key was not pressed, for instance.
      case notShown
    }

    /// Whether it held.
    public var outcome: Outcome
    /// What happened instead, or why it was not shown; empty if it held.
    public var remark = ""
    /// Where the lesson makes the claim.
    public var source: Place
  }

  /// A prediction that a lesson asks for.
  public struct Question: Codable, Equatable, Sendable {
    /// One of the answers.
    public struct Answer: Codable, Equatable, Sendable {
      /// The answer in words.
      public var text: String
      /// Whether it is the right one.
      public var isRight: Bool
      /// Why it is right or wrong.
      public var because: String
    }

    /// The question.
    public var text: String
    /// The answers in the order in which they were shown.
    public var answers: [Answer]
    /// The index of the given answer, from 0; nil if there was none.
    public var given: Int?
  }
}

extension Record {
  /// All entries, in order.
  public var entries: [Entry] { opening + steps.flatMap(\.entries) }

  /// All claims with their sentences, in order.
  public var claims: [(sentence: String, claim: Claim)] {
    entries.compactMap { entry in entry.claim.map { (entry.text, $0) } }
  }
}
