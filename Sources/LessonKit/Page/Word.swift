/// A word or sentence of the interface; the texts of the course are not among them.
package enum Word: String, CaseIterable {
  case book, build, contents, search, theme, progress, skip, previous, next, done, mastered, untranslated,
    printAll
  case stages, lessons, exercises, levels, reference, tools, start
  case hint, solution, explanation, mistakes, caughtBy, difference, source, whole, instructor, minutes
  case searchFor, nothingFound, found, needsScript
  case choose, stepBack, again, cannotFail, threads, values, log, waits
  case fails, holds, shortest, triedAll, tried, wrongClaim, rightClaim, moves, nextLevel
  case step, toTheEnd, back, whichRow, thatRow, notThatRow, answer, row, doneLevels
  case export, importing, imported, exportNote, timetable, session, record, zoomIn, zoomOut
  case right, wrong, replay, notShown, thread, message, pieces, more
  case timeline, seconds, operations, queues, waiting, ready, running, inProgress, paused, silent
  case cancelled, resumed, suspended, finished, notFinished, leftOut, notSelected
  case lead, loseMoney, threeWays, ladder, testYourOwn, exercise, explainedIn
  case points, core, depth
  case planned
}

/// The words of the book and of a run's page in one language; missing ones are English.
package struct Words {
  package let language: String

  package init(language: String) { self.language = language }

  /// The available languages.
  static let languages: [String: [Word: String]] = ["en": english]

  package subscript(_ word: Word) -> String {
    Words.languages[language]?[word] ?? Words.english[word] ?? word.rawValue
  }

  /// The words as a script.
  package var script: String {
    let entries = Word.allCases.map { "\"\($0.rawValue)\":\(JSON.text(self[$0]))" }
    return "window.bookWords = {\(entries.joined(separator: ",\n"))};\n"
  }
}
