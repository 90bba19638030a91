import Foundation
import Threading

/// Random numbers that can be repeated: the seed determines all of them.
///
/// Every run draws another seed, so that no answer can be written for known numbers. A failure names the
/// seed, and `SEED=1234 swift test --filter Exercise05` repeats the numbers.
public struct Dice: RandomNumberGenerator, Sendable {
  /// What a failure's comment says.
  public let seed: UInt64
  private var numbers: SplitMix64

  /// Takes the seed from the environment variable `SEED`, or draws one.
  public init() {
    self.init(seed: Chosen.seed ?? UInt64.random(in: 1...999_999))
  }

  /// Repeats the numbers of a seed.
  public init(seed: UInt64) {
    self.seed = seed
    numbers = SplitMix64(seed: seed)
  }

  /// The next number.
  public mutating func next() -> UInt64 { numbers.next() }

  /// A number in a range.
  public mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A number from 0 on, below `limit`.
  public mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// True once in so many times, on average.
  public mutating func once(in times: Int) -> Bool { roll(1...times) == 1 }
}

/// What a learner has chosen for a run, read once.
///
/// Where answers are graded, neither variable is passed on to the tests.
enum Chosen {
  /// The seed that `SEED` names.
  static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
  /// The order of a scenario that `REPLAY` names.
  static let replay = ProcessInfo.processInfo.environment["REPLAY"]
}
