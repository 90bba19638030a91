/// A count that a program keeps where no other thread can come between, so that it is no step of its own.
final class Tally: @unchecked Sendable {
  // Unchecked: under the Explorer one thread runs at a time.
  private(set) var value = 0

  func raise() { value += 1 }
  func lower() { value -= 1 }
}
