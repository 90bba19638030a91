import Foundation
import MiniOperations
import Terminal

/// What a running lesson says, records and claims.
///
/// Every method can be called on any thread, except `step`, `wait` and `onReturn`, which belong to the
/// lesson's own thread.
public final class Show: Sendable {
  let lesson: Lesson
  /// The questions with shuffled answers.
  let questions: Questions?
  /// The file of the predictions.
  let answers: Answers?
  let flags: Flags
  let console: Narration
  let recording: Recording
  let writer: RecordWriter

  init(_ lesson: Lesson, _ flags: Flags) {
    let console = Narration(isQuiet: flags.has("--quiet"), isSilent: flags.has("--json"))
    let record = Record(
      lesson: lesson.number, program: lesson.program, title: lesson.title, about: lesson.about)
    let writer = RecordWriter(
      record, console: console, isVerbose: flags.has("--verbose"), showsCode: flags.has("--code"))
    self.lesson = lesson
    questions = lesson.questions?.shuffled(for: lesson.number)
    answers = Answers(lesson: lesson.file)
    self.flags = flags
    self.console = console
    self.writer = writer
    recording = Recording { event in writer.add(Record.Entry(event)) }
    recording.recordWork()
  }

  // MARK: Narration

  /// Begins the next numbered part of the lesson; at a terminal its question is asked, and Return runs it.
  ///
  /// A step is concurrent if the order of its operations' reports varies from run to run.
  public func step(
    _ title: String, isConcurrent: Bool = false, file: String = #filePath, line: Int = #line
  ) {
    recording.settle()
    endStep()
    writer.begin(title, CodeRange(path: file, line: line), isConcurrent: isConcurrent)
    if ask(writer.stepCount) { return }
    if isInteractive && !flags.has("--quiet") { waitForStep() } else { pause(0.7) }
  }

  /// Prints the claims of the step, and whether its prediction was right.
  func endStep() {
    writer.showClaims(width: claimWidth)
    if writer.stepCount > 0 { showVerdict(writer.stepCount) }
  }

  private func waitForStep() {
    recording.withoutTime {
      Terminal.write("   Return runs this step. ")
      // After the end of the input no key can be pressed, so the lesson continues without pauses.
      if Keyboard.line() == nil { Terminal.write("\n") }
      console.line("")
    }
  }

  /// The width to which claims are wrapped; nil if the output is not a terminal.
  var claimWidth: Int? { Terminal.isShown ? max(40, Terminal.width) : nil }

  /// Prints a sentence about the run; `figure` is the part of it that may differ in the next run.
  public func say(_ text: String, figure: String? = nil) {
    writer.add(Record.Entry(kind: .say, text: text, figure: figure))
  }

  /// Prints the sentences that say what happened in this step, between its log and its claims.
  public func conclude(_ text: String) {
    recording.settle()
    writer.add(Record.Entry(kind: .conclusion, text: text))
  }

  /// Prints preformatted lines: a table, a report.
  public func text(_ block: some CustomStringConvertible) {
    writer.add(Record.Entry(kind: .text, text: block.description))
  }

  /// Prints a line with time and thread, as NSLog does, and records it as a note.
  public func log(_ text: String, as subject: String = "") { recording.add(subject, .note(text)) }

  /// Prints a counted number; long rows become `Thread 1: 0 … 9999` unless `--verbose` is given.
  public func count(_ label: String, _ number: Int) {
    let entry = Record.Entry(
      kind: .count, text: "", time: recording.elapsed.inSeconds, thread: Recording.threadName, subject: label)
    writer.count(number, entry)
  }

  // MARK: Recording

  /// Narrates and draws what this operation announces from now on.
  public func watch(_ operations: MiniOperation...) {
    for operation in operations { recording.watch(operation) }
  }

  /// Draws what these operations announce from now on, and narrates it unless they are too many to read.
  public func watch(_ operations: [MiniOperation], narrated: Bool = true) {
    for operation in operations { recording.watch(operation, told: narrated) }
  }

  /// Narrates and draws the suspensions of this queue.
  public func watch(_ queue: MiniOperationQueue) { recording.watch(queue) }

  /// The events so far, from which claims are checked.
  public var events: [Event] { recording.events }

  // MARK: Claims

  /// States what the run has shown and whether it held; `got` is printed if it did not.
  public func claim(
    _ sentence: String, _ holds: Bool, got: @autoclosure () -> String = "", file: String = #filePath,
    line: Int = #line
  ) {
    claim(sentence, holds ? .held : .broken, holds ? "" : got(), file, line)
  }

  /// States what the run has shown; if the subject of the claim did not occur, states that it was not shown.
  ///
  /// A claim about the time after a key press can be shown only by a run with that key press.
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
    writer.add(Record.Entry(kind: .claim, text: sentence, claim: claim))
  }

  // MARK: Quoted text

  /// How many columns a line of ``text(_:)`` can have.
  public var columns: Int { max(40, Terminal.width - 3) }

  /// Prints quoted sentences, for example a message or a report, wrapped to the line.
  public func quote(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      for part in line.wrapped(to: columns, indent: "  ") { say(part) }
    }
  }

  /// Ends the program because this lesson does not know the value of a flag.
  ///
  /// The message says what to do instead.
  public func refuse(_ why: String) -> Never {
    Terminal.showError("\(why)\n")
    exit(2)
  }

  // MARK: Waits

  /// Waits until an operation has finished and its observers have been called.
  public func waitForEnd(of operation: MiniOperation) {
    operation.waitUntilFinished()
    recording.settle()
  }

  /// Sleeps on the lesson's thread; with `--fast` for a twentieth of the time.
  public func wait(_ seconds: Double) {
    SystemTime().sleep(for: .seconds(shortened(seconds)))
  }

  /// The actual length of a wait of this many seconds.
  public func shortened(_ seconds: Double) -> Double { flags.has("--fast") ? seconds / 20 : seconds }

  // MARK: Flags

  /// Whether this flag was given.
  public func has(_ flag: String) -> Bool { flags.has(flag) }

  /// The value of this flag as an address.
  public func url(of flag: String) -> URL? { flags.url(flag) }

  /// The value of this flag as a number.
  public func number(of flag: String) -> Double? { flags.number(flag) }

  /// Whether a user at a terminal can press keys.
  public var isInteractive: Bool { Terminal.isInteractive && !flags.has("--no-ask") && !flags.has("--json") }

  /// Whether a script presses the keys, because there is no terminal.
  public var isScripted: Bool { !isInteractive }

  /// Slows a loop down at a terminal, so that the user has seconds to press a key.
  public func pace(_ seconds: Double) {
    if isInteractive { wait(seconds) }
  }

  /// Pauses on a terminal, so that the user can read.
  private func pause(_ seconds: Double) {
    if Terminal.isShown && !flags.has("--quiet") && !flags.has("--fast") && !flags.has("--json") {
      wait(seconds)
    }
  }
}
