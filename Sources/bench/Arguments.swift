/// What the command line asks for.
struct Arguments {
  /// The numbers of operations that are measured.
  static let sizes = [1_000, 10_000, 100_000, 1_000_000]

  var workloads = Workload.allCases
  var maximum = 1_000_000
  var rounds = 5
  var isJSON = false
  var wantsHelp = false

  /// The numbers of operations that are small enough.
  var sizes: [Int] { Arguments.sizes.filter { $0 <= maximum } }

  /// A command line that cannot be understood, with the line to print.
  struct Mistake: Error {
    let description: String
  }

  /// Reads what stands behind the program's name.
  init(_ words: some Sequence<String>) throws(Mistake) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--json": isJSON = true
      case "--case": workloads = [try Self.workload(words.popFirst())]
      case "--max-n": maximum = try Self.number(words.popFirst(), of: word, atLeast: Self.sizes[0])
      case "--rounds": rounds = try Self.number(words.popFirst(), of: word, atLeast: 1)
      default: throw Mistake(description: "There is no option '\(word)'. Try --help.")
      }
    }
  }

  private static func workload(_ word: String?) throws(Mistake) -> Workload {
    if let word, let workload = Workload(rawValue: word) { return workload }
    let names = Workload.allCases.map(\.rawValue).joined(separator: ", ")
    throw Mistake(description: "--case needs one of \(names)\(Self.instead(of: word)).")
  }

  private static func number(
    _ word: String?, of option: String, atLeast minimum: Int
  ) throws(Mistake) -> Int {
    if let word, let number = Int(word), number >= minimum { return number }
    throw Mistake(description: "\(option) needs a number from \(minimum) up\(Self.instead(of: word)).")
  }

  private static func instead(of word: String?) -> String { word.map { ", not '\($0)'" } ?? "" }

  /// The text of `--help`.
  static var help: String {
    let cases = Workload.allCases.map { workload in
      "  " + workload.rawValue.padding(to: 12) + workload.explanation
    }
    return """
      bench measures the mini framework, Foundation and bare Grand Central Dispatch side by side.

      usage: swift run -c release bench [options]

      options:
        --case NAME   measure one case only
        --max-n N     leave out what is larger than N; the sizes are 1000, 10000, 100000, 1000000
        --rounds N    rounds whose median counts, 5 unless you say otherwise; a contender that has
                      taken more than five seconds sits out the further rounds of its line
        --json        print one JSON object instead of the table
        --help        print this

      cases:
      \(cases.joined(separator: "\n"))
      """
  }
}

extension String {
  /// Fills up with blanks on the right.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// Fills up with blanks on the left.
  func rightAligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
