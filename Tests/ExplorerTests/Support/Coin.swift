import Synchronization

/// A choice that no run repeats: it is another one each time.
final class Coin: Sendable {
  private let tosses = Atomic(0)

  func toss() -> Bool { tosses.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) }
}
