/// A small change to a source, which a test should notice.
public struct Mutant: Sendable {
  /// Where it is and what it does, in words that survive changes elsewhere in the file.
  public struct Name: Hashable, Sendable, CustomStringConvertible {
    /// The file's name, without folders.
    public var file: String
    /// The function that is changed.
    public var function: String
    /// What is done.
    public var change: String
    /// The line that is changed, without the space round it.
    public var line: String
    /// Which one it is of those that would have the same name, from 1.
    public var count: Int

    /// The form in which a list of equivalent mutants names it.
    public var description: String {
      "\(file), \(function): \(change)\(count == 1 ? "" : " (\(count))")\n  \(line)"
    }
  }

  /// A change to a part of the text: text before and behind it, or text instead of it.
  struct Edit: Sendable {
    var range: Range<Int>
    var before = ""
    var after = ""
    var replacement: String?
  }

  /// Its number in the woven source.
  public let number: Int
  /// Where it is and what it does.
  public var name: Name
  /// The line's number, from 1.
  public let line: Int
  /// Whether it needs a build of its own, because it cannot be switched on at run time.
  public let isBuilt: Bool
  /// The number that switches it on; nil for one that is on as soon as it is built.
  public var `switch`: Int? { isBuilt ? nil : number }
  /// Whether it can change what is initialised or returned, which the compiler says elsewhere.
  let changesFlow: Bool
  let edits: [Edit]
  /// What the helper file must declare for it.
  let declaration: String

  /// One line for a list: where, what, and the line itself.
  public var summary: String { "\(name.file):\(line) \(name.function): \(name.change) — \(name.line)" }
}
