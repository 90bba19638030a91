import Foundation

// Where the accesses of a data race are, in words. Looked up when no schedule runs: it takes long.

extension Recorder.Row {
  /// What was done; an access to ordinary memory in a word, as its line says the rest.
  var words: String {
    guard let code else { return text }
    let verb = kind == .write ? "write" : "read"
    if site?.place != nil { return verb }
    return CodeAddress(returningTo: code).function.map { "\(verb) in \($0)" } ?? text
  }
}

extension Recorder {
  /// The line of an access that races, such as "Counter.swift:12", and what is read or written there; the
  /// name of its function where that is all there is.
  func place(of use: DataRace.Use) -> (text: String?, variable: String?) {
    guard let code = use.code else { return (nil, nil) }
    let address = CodeAddress(returningTo: code)
    let place = rows.last { $0.code == code }?.site?.place ?? address.place
    return (place?.short ?? address.function, place?.variable(isChange: use.isChange))
  }
}

extension WrittenRun {
  /// The finding in words, with all lines that it names.
  var finding: Finding? { locatedRace ?? recorder.resolved(outcome.finding) }

  /// The finding with the lines of both accesses, if it is a data race of ordinary variables.
  var locatedRace: Finding? {
    guard let race = outcome.finding?.race, race.isOfMemory else { return nil }
    return race.finding(recorder.place(of: race.earlier), recorder.place(of: race.later))
  }

  /// The rows of the two accesses that race.
  func pair(of race: DataRace) -> OffendingPair? {
    func row(_ use: DataRace.Use, before end: Int) -> Int? {
      recorder.rows[..<end].lastIndex { $0.code == use.code && recorder.threadNames[$0.runner] == use.thread }
    }
    guard let second = row(race.later, before: recorder.rows.count),
      let first = row(race.earlier, before: second)
    else { return nil }
    return OffendingPair(first: first, second: second, isPause: false, isRace: true)
  }
}

extension CallSite {
  /// Where a trap came and why: what the runtime says of it, which call of Dispatch that does not say it, or
  /// in which function of a library.
  func trap(saying report: String) -> String {
    let said = report.firstMatch(of: #/Fatal error: (.+)|(?:Fatal|Precondition|Assertion|Simultaneous) .+/#)
    let dispatch = functions.lazy.compactMap { name in CallSite.traps.first { name.contains($0.function) } }
    let reason = said.map { String($0.1 ?? $0.0) } ?? dispatch.first?.reason ?? library.map { "in \($0)." }
    return (place.map { " at \($0.short)" } ?? "") + (reason.map { ": \($0)" } ?? ".")
  }

  /// The calls of Dispatch that end the process.
  private static let traps: [(function: String, reason: String)] = [
    ("dispatch_group_leave", "a group is left more often than it was entered."),
    ("semaphore_dispose", "a semaphore is released with a lower value than it was made with."),
    ("dispatch_assert_queue", "the assertion about the queue does not hold."),
  ]
}

extension SourcePlace {
  /// The file's name and the line.
  var short: String { "\(file):\(line)" }

  var file: String { URL(filePath: path).lastPathComponent }

  /// The line itself, without its margin.
  var sourceLine: String? {
    guard let words = wholeLine?.trimmingCharacters(in: .whitespaces), !words.isEmpty else { return nil }
    return words
  }

  private var wholeLine: String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
    return lines.indices.contains(line - 1) ? String(lines[line - 1]) : nil
  }

  /// The variable that is read or changed at the column, nil if the text does not say it.
  func variable(isChange: Bool) -> String? { wholeLine.flatMap { variable(in: $0, isChange) } }

  func variable(in line: String, _ isChange: Bool) -> String? {
    let end = line.endIndex
    guard column > 0, let start = line.utf8.index(line.startIndex, offsetBy: column - 1, limitedBy: end)
    else { return nil }
    let (before, rest) = (line[..<start], line[start...])
    if let made = before.firstMatch(of: #/\blazy var (\w+)/#) { return String(made.1) }
    // An argument of the call that changes the variable.
    let called = before.firstMatch(of: #/([A-Za-z_]\w*)(\[[^\[\]]*\])?[?!]?\.\w+\([^()&]*$/#)?.1
    if isChange, let called, rest.prefixMatch(of: #/[\w"]+[,) ]/#) != nil { return String(called) }
    if let name = rest.prefixMatch(of: #/([a-z_]\w*)(?!\w| ?[({])/#)?.1 {
      return ["self", "super", "if", "let", "var", "return"].contains(name) ? nil : String(name)
    }
    if !isChange, let name = rest.prefixMatch(of: #/= (?:\w+[?!]?\.)*([a-z_]\w*) *(?:\/\/.*)?$/#)?.1 {
      return String(name)
    }
    let isOperator = rest.prefixMatch(of: isChange ? #/[-+*\/%&|^<>]*=(?!=)/# : #/[-+*\/%&|^<>]+=/#) != nil
    let assigned = before.firstMatch(of: #/([A-Za-z_]\w*)(\[[^\[\]]*\])?[?!]? *([-+*\/%&|^]?= *)?$/#)
    guard let assigned, isOperator || (isChange && assigned.3 != nil) else { return nil }
    return String(assigned.1)
  }
}
