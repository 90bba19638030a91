import Foundation

// Where the accesses of a data race are, in words. Looked up when no schedule runs: it takes long.

extension Recorder.Row {
  /// What was done, and for an access to ordinary memory its line.
  var located: String {
    guard let code else { return text }
    let verb = kind == .write ? "write" : "read"
    guard let place = site?.place else {
      return CodeAddress(returningTo: code).function.map { "\(verb) in \($0)" } ?? text
    }
    return "\(verb) at \(place.short)" + (place.sourceLine.map { ": \($0)" } ?? "")
  }
}

extension Recorder {
  /// The line of an access that races, such as "Counter.swift:12"; the name of its function where that is all there is.
  func place(of use: DataRace.Use) -> String? {
    guard let code = use.code else { return nil }
    let address = CodeAddress(returningTo: code)
    return (rows.last { $0.code == code }?.site?.place ?? address.place)?.short ?? address.function
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

extension SourcePlace {
  /// The file's name and the line.
  var short: String { "\(URL(filePath: path).lastPathComponent):\(line)" }

  /// The line itself, without its margin.
  var sourceLine: String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let words = lines[line - 1].trimmingCharacters(in: .whitespaces)
    return words.isEmpty ? nil : words.count <= 40 ? words : words.prefix(39) + "…"
  }
}
