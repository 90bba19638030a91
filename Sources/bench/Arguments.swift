/// What the command line requests.
enum Request {
  case help
  case benchmark(BenchmarkRequest)
  case soak(SoakRequest)
  case explorer(ExplorerFigures)

  /// Reads the words after the program's name.
  init(_ words: [String]) throws(Mistake) {
    var words = Words(words)
    if words.contains("--help") || words.contains("-h") {
      self = .help
    } else if words.skip("soak") {
      self = .soak(try SoakRequest(&words))
    } else if words.skip("explorer") {
      self = .explorer(try ExplorerFigures(&words))
    } else {
      self = .benchmark(try BenchmarkRequest(&words))
    }
  }
}

/// A measurement.
struct BenchmarkRequest {
  var workloads = Workload.allCases
  var rounds = 5

  init(_ words: inout Words) throws(Mistake) {
    while let option = words.next() {
      switch option {
      case "--case": workloads = [try Self.workload(words.next())]
      case "--rounds": rounds = try words.number(for: option, atLeast: 1)
      default: throw Mistake.unknown(option)
      }
    }
  }

  private static func workload(_ word: String?) throws(Mistake) -> Workload {
    if let word, let workload = Workload(rawValue: word) { return workload }
    let names = Workload.allCases.map(\.rawValue).joined(separator: ", ")
    throw Mistake("--case needs one of \(names)\(Mistake.instead(of: word)).")
  }
}

/// A soak.
struct SoakRequest {
  /// How long it runs.
  enum Extent {
    case seconds(Int)
    case operations(Int)
  }

  var extent = Extent.seconds(10)
  var seed = UInt64.random(in: 0..<1_000_000)

  init(_ words: inout Words) throws(Mistake) {
    var isLimited = false
    while let option = words.next() {
      switch option {
      case "--seconds", "--operations":
        if isLimited { throw Mistake("Give --seconds or --operations, once.") }
        isLimited = true
        let number: Int = try words.number(for: option, atLeast: 1)
        extent = option == "--seconds" ? .seconds(number) : .operations(number)
      case "--seed": seed = try words.number(for: option, atLeast: 0)
      default: throw Mistake.unknown(option)
      }
    }
  }
}

/// The error that a command line cannot be understood, with the line to print.
struct Mistake: Error {
  let description: String

  init(_ description: String) { self.description = description }

  static func unknown(_ option: String) -> Mistake { Mistake("There is no option '\(option)'. Try --help.") }

  /// The end of a sentence that names the wrong word.
  static func instead(of word: String?) -> String { word.map { ", not '\($0)'" } ?? "" }
}

/// The words of a command line, consumed one by one.
struct Words {
  private var rest: ArraySlice<String>

  init(_ words: [String]) { rest = words[...] }

  func contains(_ word: String) -> Bool { rest.contains(word) }

  mutating func next() -> String? { rest.popFirst() }

  /// Consumes the next word if it is this one.
  mutating func skip(_ word: String) -> Bool {
    guard rest.first == word else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number<Number: FixedWidthInteger>(
    for option: String, atLeast minimum: Number
  ) throws(Mistake) -> Number {
    let word = next()
    if let word, let number = Number(word), number >= minimum { return number }
    throw Mistake("\(option) needs a whole number from \(minimum) up\(Mistake.instead(of: word)).")
  }
}
