/// A small change to a source, which a test should notice.
package struct Mutant: Sendable {
  /// The place and the change, in words that stay valid when the file changes elsewhere.
  package struct Name: Hashable, Sendable, CustomStringConvertible {
    /// The file's name, without folders.
    package var file: String
    /// The function that is changed.
    package var function: String
    /// What is changed.
    package var change: String
    /// The line that is changed, without surrounding space.
    package var line: String
    /// Distinguishes mutants that would have the same name, from 1.
    package var count: Int

    /// The mutant's name in a list of equivalent mutants.
    package var description: String {
      "\(file), \(function): \(change)\(count == 1 ? "" : " (\(count))")\n  \(line)"
    }
  }

  /// A change to a part of the text: text before and after it, or text in its place.
  struct Edit: Sendable {
    var range: Range<Int>
    var before = ""
    var after = ""
    var replacement: String?
  }

  /// Its number in the woven source.
  package let number: Int
  /// The place and the change.
  package var name: Name
  /// The line's number, from 1.
  package let line: Int
  /// Whether it needs its own build, because it cannot be switched on at run time.
  package let isBuilt: Bool
  /// The number that switches it on; nil for a mutant that needs its own build.
  package var `switch`: Int? { isBuilt ? nil : number }
  /// Whether it can change what is initialised or returned; the compiler reports that at another place.
  let changesFlow: Bool
  let edits: [Edit]
  /// The declaration that it needs in the helper file.
  let declaration: String

  /// One line for a list: the place, the change, and the source line.
  package var summary: String { "\(name.file):\(line) \(name.function): \(name.change) — \(name.line)" }
}
