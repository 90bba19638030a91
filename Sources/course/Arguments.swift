/// A command line that cannot be carried out, with the line to print.
struct UsageError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// The words after a command, consumed one kind at a time.
struct Arguments {
  /// The words that have not been consumed.
  private(set) var words: [String]
  private let suggest: (String) -> String

  /// Holds the words of a command line; `suggest` adds the word that may be meant to the message about an unknown one.
  init(_ words: [String], suggest: @escaping (String) -> String = { _ in "" }) {
    self.words = words
    self.suggest = suggest
  }

  /// Consumes a flag without a value; false if it is absent.
  mutating func flag(_ name: String) -> Bool {
    guard let place = words.firstIndex(of: name) else { return false }
    words.remove(at: place)
    return true
  }

  /// Consumes a flag and its value; nil if the flag is absent.
  mutating func value(_ name: String) throws(UsageError) -> String? {
    guard let place = words.firstIndex(of: name) else { return nil }
    guard place + 1 < words.count, !words[place + 1].hasPrefix("--") else {
      throw UsageError("\(name) needs a value after it.")
    }
    words.remove(at: place)
    return words.remove(at: place)
  }

  /// Consumes the next word that is not a flag; nil if there is none.
  mutating func word() -> String? {
    guard let place = words.firstIndex(where: { !$0.hasPrefix("--") }) else { return nil }
    return words.remove(at: place)
  }

  /// Refuses arguments that have not been consumed.
  func end() throws(UsageError) {
    guard let word = words.first else { return }
    throw UsageError(
      "'\(word)' is not an argument of this command.\(suggest(word)) 'swift run course help' lists them all.")
  }
}
