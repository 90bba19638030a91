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

  private static let variable = "REQUIREMENT_CODES"

  /// Chosen once in the process that runs the tests, all of them different.
  private static let chosen: [Int32] = {
    Compiled.announce()
    let numbers = Array((Int32(70)...250).shuffled().prefix(allCases.count))
    setenv(variable, numbers.map { "\($0)" }.joined(separator: " "), 1)
    return numbers
  }()

  /// The number, for the process that runs the tests.
  var number: Int32 { Code.chosen[Int(rawValue)] }

  /// The case of a number, for the process that runs the tests.
  static func of(_ number: Int32) -> Code? { allCases.first { $0.number == number } }

  /// Has the numbers chosen before a process is started that needs them.
  static func choose() { _ = chosen }

  /// Reads the numbers in a requirement's process, and wipes them out before any code of the exercise runs.
  static func take() -> (Code) -> Int32 {
    guard let place = getenv(variable) else { fatalError("fulfil is for the body of an exit test.") }
    let numbers = String(cString: place).split(separator: " ").compactMap { Int32($0) }
    guard numbers.count == allCases.count else { fatalError("\(variable) does not hold the codes.") }
    // Overwritten where it stands: to take it out of the list would leave it in /proc/self/environ.
    memset(place, 0, strlen(place))
    unsetenv(variable)
    return { numbers[Int($0.rawValue)] }
  }
}
