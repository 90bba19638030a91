/// Random numbers that are the same for the same seed, on every platform.
///
/// A failure is worth little if it cannot be reproduced. So every choice of a
/// soak comes from here, and the seed is printed with what went wrong.
public struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes dice whose throws are decided by `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next throw: a counter, stirred until its bits look unrelated (SplitMix64).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number below `limit`, or zero when there is none.
  public mutating func below(_ limit: Int) -> Int { limit > 0 ? Int(next() % UInt64(limit)) : 0 }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of these.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
