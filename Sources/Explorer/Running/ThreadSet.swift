/// A set of the threads of a schedule: a number with a bit for each, because sets are computed at each point.
struct ThreadSet: Equatable {
  private(set) var bits: UInt64 = 0

  var isEmpty: Bool { bits == 0 }

  /// Whether it contains two threads or more.
  var hasSeveral: Bool { bits & (bits &- 1) != 0 }

  /// Its first thread; it must not be empty.
  var first: Int { bits.trailingZeroBitCount }

  @inline(__always)
  func contains(_ thread: Int) -> Bool { bits >> UInt64(thread) & 1 == 1 }

  @inline(__always)
  mutating func insert(_ thread: Int) { bits |= 1 << UInt64(thread) }

  @inline(__always)
  mutating func remove(_ thread: Int) { bits &= ~(1 << UInt64(thread)) }

  func union(_ other: ThreadSet) -> ThreadSet { ThreadSet(bits: bits | other.bits) }

  func subtracting(_ other: ThreadSet) -> ThreadSet { ThreadSet(bits: bits & ~other.bits) }

  /// Those that come after a thread.
  func after(_ thread: Int) -> ThreadSet { ThreadSet(bits: bits & ~((2 << UInt64(thread)) &- 1)) }
}

extension ThreadSet: Sequence {
  /// Counts through the threads, the first one first.
  func makeIterator() -> ThreadNumbers { threads(in: bits) }
}
