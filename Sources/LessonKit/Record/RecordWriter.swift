import MiniOperations
import Terminal

/// Writes the record of a run, and shows each entry on the terminal as soon as it is written.
///
/// Counting rows are held back and become one entry, `Thread 1: 0 … 9999`, when the next other entry comes.
final class RecordWriter: @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is locked.
  private let lock = RecursiveLock(name: "record writer")
  private var written: Record
  private var folds: [Fold] = []
  private let console: Narration
  private let isVerbose: Bool
  private let showsCode: Bool

  private struct Fold {
    let entry: Record.Entry
    let first: Int
    var last: Int
  }

  init(_ record: Record, console: Narration, isVerbose: Bool, showsCode: Bool = false) {
    written = record
    self.console = console
    self.isVerbose = isVerbose
    self.showsCode = showsCode
  }

  /// The record so far.
  var record: Record {
    lock.withLock {
      unfold()
      return written
    }
  }

  /// How many steps have begun.
  var stepCount: Int { lock.withLock { written.steps.count } }

  /// Begins the next step.
  func begin(_ title: String, _ code: CodeRange, isConcurrent: Bool = false) {
    lock.withLock {
      unfold()
      let number = written.steps.count + 1
      written.steps.append(
        Record.Step(
          number: number, title: title, source: code.place, code: code.lines,
          isConcurrent: isConcurrent ? true : nil))
      console.line("")
      console.line(console.colours.bold("\(number). \(title)"))
      if showsCode { for line in written.steps[number - 1].listing { console.line(line) } }
    }
  }

  /// Prints the claims of the step that ends, if the output is a terminal; otherwise `width` is nil.
  ///
  /// Without a terminal all claims stand together at the end.
  func showClaims(width: Int?) {
    guard let width else { return }
    lock.withLock {
      unfold()
      for entry in written.steps.last?.entries ?? [] {
        for line in entry.claimLines(console.colours, width: width) { console.line(line) }
      }
    }
  }

  /// Adds an entry and prints it.
  func add(_ entry: Record.Entry) {
    lock.withLock {
      unfold()
      put(entry)
    }
  }

  /// Adds a number to a counting row; `entry` is used if a new row begins.
  func count(_ number: Int, _ entry: Record.Entry) {
    lock.withLock {
      if isVerbose { show(entry.counting(number, number)) }
      if let index = folds.firstIndex(where: { $0.entry.subject == entry.subject }) {
        if folds[index].last == number - 1 {
          folds[index].last = number
          return
        }
        put(folds.remove(at: index))
      }
      folds.append(Fold(entry: entry, first: number, last: number))
    }
  }

  private func unfold() {
    for fold in folds { put(fold) }
    folds = []
  }

  private func put(_ fold: Fold) {
    let entry = fold.entry.counting(fold.first, fold.last)
    if isVerbose { write(entry) } else { put(entry) }
  }

  private func put(_ entry: Record.Entry) {
    write(entry)
    show(entry)
  }

  private func show(_ entry: Record.Entry) {
    for line in entry.lines(console.colours) { console.line(line) }
  }

  private func write(_ entry: Record.Entry) {
    if written.steps.isEmpty {
      written.opening.append(entry)
    } else {
      written.steps[written.steps.count - 1].entries.append(entry)
    }
  }
}

extension Record.Step {
  /// The lines that it executes, with their numbers.
  fileprivate var listing: [String] {
    let numbers = zip(source.from..., code).map { "\($0)".padded(to: 4) + " \($1)" }
    return code.isEmpty ? [] : ["   \(source.file)"] + numbers.map { "   " + $0 }
  }
}

extension Record.Entry {
  fileprivate func counting(_ first: Int, _ last: Int) -> Record.Entry {
    var entry = self
    entry.text = first == last ? "\(first)" : "\(first) … \(last)"
    return entry
  }
}
