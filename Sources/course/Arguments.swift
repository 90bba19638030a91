/// A command line that cannot be carried out, with the line to print.
struct UsageError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// The words after a command, taken one kind after the other.
struct Arguments {
  /// Those that have not been taken.
  private(set) var words: [String]
  private let suggest: (String) -> String

  /// The words of a command line; `suggest` adds to the refusal of a word which one may be meant.
  init(_ words: [String], suggest: @escaping (String) -> String = { _ in "" }) {
    self.words = words
    self.suggest = suggest
  }

  /// Takes a flag without a value; whether it was there.
  mutating func flag(_ name: String) -> Bool {
    guard let place = words.firstIndex(of: name) else { return false }
    words.remove(at: place)
    return true
  }

  /// Takes a flag with its value, nil when it was not there.
  mutating func value(_ name: String) throws(UsageError) -> String? {
    guard let place = words.firstIndex(of: name) else { return nil }
    guard place + 1 < words.count, !words[place + 1].hasPrefix("--") else {
      throw UsageError("\(name) needs a value after it.")
    }
    words.remove(at: place)
    return words.remove(at: place)
  }

  /// Takes the next word that is no flag, nil when there is none.
  mutating func word() -> String? {
    guard let place = words.firstIndex(where: { !$0.hasPrefix("--") }) else { return nil }
    return words.remove(at: place)
  }

  /// Refuses arguments that were not used.
  func end() throws(UsageError) {
    guard let word = words.first else { return }
    throw UsageError(
      "'\(word)' is not an argument of this command.\(suggest(word)) 'swift run course help' lists them all.")
  }
}
