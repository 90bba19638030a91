/// The words of a command line, consumed one kind at a time; each program of the package reads its own with
/// it.
package struct Arguments {
  /// The error that the words cannot be understood, and what to write instead.
  package struct Mistake: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// The words that have not been consumed.
  package private(set) var words: [String]
  /// The message about a word that nothing has consumed.
  private let unknown: @Sendable (String) -> String

  package init(
    _ words: [String],
    unknown: @escaping @Sendable (String) -> String = { "'\($0)' is not an argument of this command." }
  ) {
    self.words = words
    self.unknown = unknown
  }

  /// Consumes a flag without a value; false if it is absent.
  package mutating func flag(_ name: String) -> Bool {
    guard let place = words.firstIndex(of: name) else { return false }
    words.remove(at: place)
    return true
  }

  /// Consumes a flag and its value; nil if the flag is absent.
  package mutating func value(_ name: String) throws(Mistake) -> String? {
    guard let place = words.firstIndex(of: name) else { return nil }
    guard place + 1 < words.count, !words[place + 1].isEmpty, !words[place + 1].hasPrefix("--") else {
      throw Mistake("\(name) needs a value after it.")
    }
    words.remove(at: place)
    return words.remove(at: place)
  }

  /// Consumes a flag and the number after it; nil if the flag is absent.
  package mutating func number<Number: LosslessStringConvertible>(
    _ name: String, from least: Int = 1
  ) throws(Mistake) -> Number? {
    guard let text = try value(name) else { return nil }
    guard let number = Number(text), let size = Double(text), size.isFinite, size >= Double(least) else {
      throw Mistake("\(name) needs a number from \(least) up, not '\(text)'.")
    }
    return number
  }

  /// Consumes the next word that is not a flag; nil if there is none.
  package mutating func word() -> String? {
    guard let place = words.firstIndex(where: { !$0.hasPrefix("--") }) else { return nil }
    return words.remove(at: place)
  }

  /// Refuses words that have not been consumed.
  package func end() throws(Mistake) {
    if let word = words.first { throw Mistake(unknown(word)) }
  }
}
