import Terminal

/// A help text as data: which commands and flags there are.
///
/// The text is the one source; help on one command and suggestions are read from it. The command that needs
/// no name is `(nothing)` in the text and empty here.
package struct Manual: Sendable {
  struct Command: Equatable {
    let name: String
    var flags: [String] = []
    /// The command's lines in the text.
    var lines: [String] = []
  }

  /// The name of the program.
  let program: String
  package let text: String
  private var commands: [Command] = []

  package init(_ text: String, of program: String) {
    self.program = program
    self.text = text
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let match = line.wholeMatch(of: #/ {2}([a-z]+|\(nothing\))(?: \S+(?: \S+)*?)? {2,}.+/#) {
        isInside = true
        commands.append(Command(name: match.1 == "(nothing)" ? "" : String(match.1)))
      } else if line.prefix(while: { $0 == " " }).count <= 2 {
        isInside = false
      }
      guard isInside, !commands.isEmpty else { continue }
      let last = commands.count - 1
      commands[last].lines.append(line)
      for flag in line.matches(of: /--[a-z][a-z-]*/).map({ String($0.0) })
      where !commands[last].flags.contains(flag) { commands[last].flags.append(flag) }
    }
  }

  /// The commands of that name: `reset` has one, `help` may have several.
  subscript(name: String) -> [Command] { commands.filter { $0.name == name } }

  /// The names, without duplicates.
  var names: [String] {
    commands.map(\.name).reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
  }

  /// Whether flags can follow the program without a command.
  var hasArgumentsAlone: Bool { self[""].contains { !$0.flags.isEmpty } }

  /// The lines on one command; nil if there is no such command.
  func help(on name: String) -> String? {
    let lines = self[name].flatMap(\.lines)
    return lines.isEmpty ? nil : "swift run \(program) \(name)\n\n\(lines.joined(separator: "\n"))\n"
  }

  /// " Did you mean …" for a misspelt command or flag; empty if no word is similar.
  package func suggestion(for word: String, in verb: String? = nil) -> String {
    let words = verb.map { self[$0].flatMap(\.flags) } ?? names
    if verb == nil, names.contains("lesson"), Int(word) != nil {
      return " Did you mean 'check \(word)' or 'lesson \(word)'?"
    }
    let meant = verb == nil ? Manual.synonyms[word.lowercased()] : nil
    return (meant.flatMap { names.contains($0) ? $0 : nil } ?? word.nearest(of: words)).map {
      " Did you mean '\($0)'?"
    } ?? ""
  }

  /// Words that mean a command elsewhere but are not similar to its name.
  private static let synonyms = [
    "run": "lesson", "start": "lesson", "test": "check", "try": "check", "build": "check", "edit": "open",
    "answer": "solution", "exercise": "check", "exercises": "list", "site": "book", "continue": "next",
  ]
}
