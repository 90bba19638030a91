import Foundation

/// Says which files the tests ran against, if they were not the learner's.
///
/// A variable left over in a shell must not mislead a reader.
enum Compiled {
  #if SOLUTIONS
    private static let what: String? = "the solutions"
  #elseif ALTERNATIVES
    private static let what: String? = "the alternative solutions"
  #else
    private static let what: String? = nil
  #endif

  /// Prints one line now and once more at the end, where it is read.
  static func announce() {
    guard let what else { return }
    print(line(what))
    atexit {
      if let what = Compiled.what { print(Compiled.line(what)) }
    }
  }

  private static func line(_ what: String) -> String {
    "note: the exercises were \(what), not your files, because EXERCISES was set when they were compiled"
  }
}
