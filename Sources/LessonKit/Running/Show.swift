import Foundation
import MiniOperations
import Typesetting

/// What a running lesson says, records and claims.
///
/// Everything may be called on any thread, except `step`, `wait` and `onReturn`, which are the lesson's own.
public final class Show: Sendable {
  let lesson: Lesson.Summary
  let flags: Flags
  let console: Console
  let recording: Recording
  let scribe: Scribe

  init(_ lesson: Lesson, _ flags: Flags) {
    let console = Console(isQuiet: flags.has("--quiet"), isSilent: flags.has("--json"))
    let record = Record(
      lesson: lesson.number, program: lesson.program, title: lesson.title, about: lesson.about)
    let scribe = Scribe(
      record, console: console, isVerbose: flags.has("--verbose"), showsCode: flags.has("--code"))
    self.lesson = Lesson.Summary(lesson)
    self.flags = flags
    self.console = console
    self.scribe = scribe
    recording = Recording { event in scribe.add(Record.Entry(event)) }
    recording.recordWork()
  }

  // MARK: Saying

  /// Begins the next numbered part of the lesson; at a terminal its question is asked, and Return runs it.
  ///
  /// A step is concurrent if the order in which its operations tell what they do is up to the machine.
  public func step(
    _ title: String, isConcurrent: Bool = false, file: String = #filePath, line: Int = #line
  ) {
    recording.settle()
    endStep()
    scribe.begin(title, CodeRange(path: file, line: line), isConcurrent: isConcurrent)
    if ask(scribe.stepCount) { return }
    if isInteractive && !flags.has("--quiet") { waitForStep() } else { pause(0.7) }
  }

  /// Shows what the step that ends has shown, and whether it was predicted.
  func endStep() {
    scribe.showClaims(width: claimWidth)
    if scribe.stepCount > 0 { showVerdict(scribe.stepCount) }
  }

  private func waitForStep() {
    Terminal.write("   Return runs this step. ")
    // Where the input has ended, nothing can be pressed any more: the lesson goes through.
    if Keyboard.line() == nil { Terminal.write("\n") }
  }

  /// Where the lines of a claim are broken; nil where the output is no terminal.
  var claimWidth: Int? { Terminal.isShown ? max(40, Terminal.width) : nil }

  /// Says a sentence about the run; `figure` is the part of it that the next run may not repeat.
  public func say(_ text: String, figure: String? = nil) {
    scribe.add(Record.Entry(kind: .say, text: text, figure: figure))
  }

  /// Prints lines as they are: a table, a report.
  public func text(_ block: some CustomStringConvertible) {
    scribe.add(Record.Entry(kind: .text, text: block.description))
  }

  /// Prints a line with time and thread, as NSLog does, and records it as a note.
  public func log(_ text: String, as subject: String = "") { recording.add(subject, .note(text)) }

  /// Counts; long rows are printed as `Thread 1: 0 … 9999` unless `--verbose` is given.
  public func count(_ label: String, _ number: Int) {
    let entry = Record.Entry(
      kind: .count, text: "", time: recording.elapsed.inSeconds, thread: Recording.threadName, subject: label)
    scribe.count(number, entry)
  }

  // MARK: Recording

  /// Starts an operation by hand, and records that the calling thread works for it until `start()` returns.
  public func start(_ operation: MiniOperation) { Work.piece(of: operation) { operation.start() } }

  /// Narrates and draws what this operation announces from now on.
  public func watch(_ operations: MiniOperation...) {
    for operation in operations { recording.watch(operation) }
  }

  /// Draws what these operations announce from now on, and narrates it unless they are too many to read.
  public func watch(_ operations: [MiniOperation], narrated: Bool = true) {
    for operation in operations { recording.watch(operation, told: narrated) }
  }

  /// Narrates and draws when this queue is suspended and resumed.
  public func watch(_ queue: MiniOperationQueue) { recording.watch(queue) }

  /// What has been recorded so far; claims are made from it.
  public var events: [Event] { recording.events }

  // MARK: Claiming

  /// Says what the run has shown, and whether it held; `got` is printed where it did not.
  public func claim(
    _ sentence: String, _ holds: Bool, got: @autoclosure () -> String = "", file: String = #filePath,
    line: Int = #line
  ) {
    claim(sentence, holds ? .held : .broken, holds ? "" : got(), file, line)
  }

  /// Says what the run has shown, if what it is about has happened; else it says that this was not shown.
  ///
  /// A claim about what happens after a key was pressed is shown only by a run in which it was pressed.
  public func claim(
    _ sentence: String, ifSeen isSeen: Bool, else reason: String, _ holds: @autoclosure () -> Bool,
    got: @autoclosure () -> String = "", file: String = #filePath, line: Int = #line
  ) {
    guard isSeen else { return claim(sentence, .notShown, reason, file, line) }
    claim(sentence, holds(), got: got(), file: file, line: line)
  }

  private func claim(
    _ sentence: String, _ outcome: Record.Claim.Outcome, _ remark: String, _ file: String, _ line: Int
  ) {
    recording.settle()
    let claim = Record.Claim(
      outcome: outcome, remark: remark, source: Record.Place(path: file, line: line))
    scribe.add(Record.Entry(kind: .claim, text: sentence, claim: claim))
  }

  // MARK: Text from elsewhere

  /// How many columns there are for a line of ``text(_:)``.
  public var columns: Int { max(40, Terminal.width - 3) }

  /// Prints sentences from elsewhere, a message or a report, broken where the line ends.
  public func quote(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      for part in line.wrapped(to: columns, indent: "  ") { say(part) }
    }
  }

  /// Ends the program because a flag has a value that this lesson does not know.
  ///
  /// The message says what to do instead.
  public func refuse(_ why: String) -> Never {
    Terminal.showError("\(why)\n")
    exit(2)
  }

  // MARK: Waiting

  /// Waits until an operation has finished and its observers have been called.
  public func waitForEnd(of operation: MiniOperation) {
    operation.waitUntilFinished()
    recording.settle()
  }

  /// Lets time pass on the lesson's thread: a twentieth of it with `--fast`.
  public func wait(_ seconds: Double) {
    SystemTime().sleep(for: .seconds(shortened(seconds)))
  }

  /// The time that a wait of so many seconds really takes.
  public func shortened(_ seconds: Double) -> Double { flags.has("--fast") ? seconds / 20 : seconds }

  // MARK: Flags

  /// Whether this flag was given.
  public func has(_ flag: String) -> Bool { flags.has(flag) }

  /// What was given with this flag.
  public func text(of flag: String) -> String? { flags.text(flag) }

  /// The address that was given with this flag.
  public func url(of flag: String) -> URL? { flags.url(flag) }

  /// The number that was given with this flag.
  public func number(of flag: String) -> Double? { flags.number(flag) }

  /// Whether a user at a terminal can press keys.
  public var isInteractive: Bool { Terminal.isInteractive && !flags.has("--no-ask") && !flags.has("--json") }

  /// Whether a script presses the keys, because there is no terminal.
  public var isScripted: Bool { !isInteractive }

  /// Slows a loop down at a terminal, so that there are seconds in which to press a key.
  public func pace(_ seconds: Double) {
    if isInteractive { wait(seconds) }
  }

  /// A moment to read in, on a terminal.
  private func pause(_ seconds: Double) {
    if Terminal.isShown && !flags.has("--quiet") && !flags.has("--fast") && !flags.has("--json") {
      wait(seconds)
    }
  }
}

extension Lesson {
  /// What the end of a run still needs of the lesson.
  struct Summary: Sendable {
    let number: Int
    let title: String
    let about: String
    let questions: Questions?
    /// Where the predictions are kept.
    let answers: Answers?

    init(_ lesson: Lesson) {
      number = lesson.number
      title = lesson.title
      about = lesson.about
      questions = lesson.questions?.shuffled(for: lesson.number)
      answers = Answers(lesson: lesson.file)
    }
  }
}
