/// The words after a command, consumed one kind at a time.
package struct Arguments {
  /// The words that have not been consumed.
  package private(set) var words: [String]
  private let tool: Tool?
  private let verb: String

  /// Holds the words after a command of a tool, which is asked for the word that an unknown one may mean.
  package init(_ words: [String], of tool: Tool? = nil, verb: String = "") {
    self.words = words
    self.tool = tool
    self.verb = verb
  }

  /// Consumes a flag without a value; false if it is absent.
  package mutating func flag(_ name: String) -> Bool {
    guard let place = words.firstIndex(of: name) else { return false }
    words.remove(at: place)
    return true
  }

  /// Consumes a flag and its value; nil if the flag is absent.
  package mutating func value(_ name: String) throws(CourseError) -> String? {
    guard let place = words.firstIndex(of: name) else { return nil }
    guard place + 1 < words.count, !words[place + 1].hasPrefix("--") else {
      throw CourseError("\(name) needs a value after it.")
    }
    words.remove(at: place)
    return words.remove(at: place)
  }

  /// Consumes a flag and the number after it, from 1 up; nil if the flag is absent.
  package mutating func number(_ name: String) throws(CourseError) -> Int? {
    guard let text = try value(name) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw CourseError("\(name) needs a number from 1 up, not '\(text)'.")
    }
    return number
  }

  /// Consumes the next word that is not a flag; nil if there is none.
  package mutating func word() -> String? {
    guard let place = words.firstIndex(where: { !$0.hasPrefix("--") }) else { return nil }
    return words.remove(at: place)
  }

  /// Consumes the next word if it is the number of an exercise; nil if there is no word.
  package mutating func exercise() throws(CourseError) -> Exercise? {
    guard let word = word() else { return nil }
    guard let number = Int(word) else { throw CourseError("'\(word)' is not the number of an exercise.") }
    guard let exercise = Catalogue.exercise(number) else {
      throw CourseError("there is no exercise \(word). The numbers are 1 to \(Catalogue.exercises.count).")
    }
    return exercise
  }

  /// Refuses arguments that have not been consumed.
  package func end() throws(CourseError) {
    guard let word = words.first else { return }
    let meant = tool?.manual.suggestion(for: word, in: verb) ?? ""
    throw CourseError(
      "'\(word)' is not an argument of this command.\(meant) "
        + "'swift run \(tool?.name ?? "course") help' lists them all.")
  }
}
