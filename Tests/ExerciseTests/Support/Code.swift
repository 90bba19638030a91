import Foundation

/// How a requirement's process ended, told by a number that cannot be known beforehand.
enum Code: Int32, CaseIterable {
  /// It came to its last line.
  case fulfilled
  /// It came to its last line after it had waited in vain for something.
  case fulfilledLate
  /// No thread did anything any more.
  case stoodStill
  /// Threads woke up now and then, and it did not come to its end.
  case askedAgainAndAgain
  /// A thread used a processor all the time, and did not come to its end.
  case turnedRound
  /// It came to its last line, and an expectation had failed.
  case failed
  /// The same, after it had waited in vain for something.
  case failedLate

  private static let variable = "REQUIREMENT_CODES"

  /// Chosen once in the process that runs the tests, all of them different.
  private static let chosen: [Int32] = {
    Compiled.announce()
    let numbers = Array((Int32(70)...250).shuffled().prefix(allCases.count))
    // Read here, so that the processes which are started now do not get them.
    _ = Demands.given
    setenv(variable, numbers.map { "\($0)" }.joined(separator: " ") + " \(word)", 1)
    Memory.close()
    return numbers
  }()

  /// What a requirement's process must say to be believed that it came to its last line without a failure.
  ///
  /// A number of an exit can be guessed, one time in 181; this cannot.
  static let word = (1...4).map { _ in String(UInt32.random(in: 0 ... .max), radix: 16) }.joined(
    separator: "-")

  /// The number that a requirement's process has said behind the word; nil where it has not said the word.
  static func number(in output: String) -> Int? {
    output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      return parts.count == 2 && parts[0] == word ? Int(parts[1]) : nil
    }.first
  }

  /// The number, for the process that runs the tests.
  var number: Int32 { Code.chosen[Int(rawValue)] }

  /// The case of a number, for the process that runs the tests.
  static func of(_ number: Int32) -> Code? { allCases.first { $0.number == number } }

  /// Has the numbers chosen before a process is started that needs them.
  static func choose() { _ = chosen }

  /// Reads numbers and word in a requirement's process, and wipes them out before any code of the exercise runs.
  static func take() -> ExitCodes {
    guard let place = getenv(variable) else { fatalError("fulfil is for the body of an exit test.") }
    let parts = String(cString: place).split(separator: " ")
    let numbers = parts.compactMap { Int32($0) }
    guard numbers.count == allCases.count, let word = parts.last else {
      fatalError("\(variable) does not hold the codes.")
    }
    // Overwritten where it stands: to take it out of the list would leave it in /proc/self/environ.
    memset(place, 0, strlen(place))
    unsetenv(variable)
    return ExitCodes(numbers: numbers, word: String(word))
  }

  /// The numbers and the word, in a requirement's process.
  struct ExitCodes: Sendable {
    fileprivate let numbers: [Int32]
    fileprivate let word: String

    func callAsFunction(_ code: Code) -> Int32 { numbers[Int(code.rawValue)] }

    /// Says the word and a number, where only the process that runs the tests reads.
    func sayTheWord(_ number: Int) {
      FileHandle.standardError.write(Data("\n\(word) \(number)\n".utf8))
    }
  }
}
