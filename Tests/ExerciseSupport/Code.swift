/// How a requirement's process ended, as its exit status says.
enum Code: Int32 {
  /// It reached its last line; believed only with its word.
  case fulfilled = 70
  /// It reached its last line after it had waited in vain for something.
  case fulfilledLate
  /// No thread did anything any more.
  case stoodStill
  /// Threads woke up now and then, and it did not finish.
  case askedAgainAndAgain
  /// There were more threads than any answer needs.
  case hadTooManyThreads
  /// A thread used a processor all the time, and it did not finish.
  case turnedRound
  /// It reached its last line, and an expectation had failed.
  case failed
  /// The same, after it had waited in vain for something.
  case failedLate
}
