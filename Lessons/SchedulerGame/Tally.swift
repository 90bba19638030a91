/// A counter that adds no step to a schedule, because no other thread can run during a change.
final class Tally: @unchecked Sendable {
  // Unchecked: under the Explorer one thread runs at a time.
  private(set) var value = 0

  func raise() { value += 1 }
  func lower() { value -= 1 }
}
