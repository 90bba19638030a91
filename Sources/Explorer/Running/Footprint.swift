/// What a step has touched, as bits: one bit for each resource that several threads use.
///
/// Two steps of different threads that touch nothing in common, or only read
/// it, can change places without anybody noticing. With more than 62 resources
/// some share a bit; then two steps count as entangled that are not, which
/// costs a few schedules and loses none.
struct Footprint: Equatable {
  private(set) var reads: UInt64 = 0
  private(set) var writes: UInt64 = 0

  /// Of a step that may have touched anything: it runs the user's own code, whose memory nobody watches.
  static let everything = Footprint(reads: .max, writes: .max)

  /// The bit of everything that is touched for the first time.
  ///
  /// Bits are given out in the order of first touches, which differs between
  /// schedules from here on, so two newcomers count as the same.
  static let newcomer: UInt64 = 1
  /// The bit of all points that have only a label.
  static let labels: UInt64 = 2

  static func bit(ofResource number: Int) -> UInt64 { 4 << UInt64(number % 62) }

  mutating func add(_ bit: UInt64, isWrite: Bool) {
    if isWrite { writes |= bit } else { reads |= bit }
  }

  mutating func add(_ other: Footprint) {
    reads |= other.reads
    writes |= other.writes
  }

  /// Whether the order of the two matters.
  func conflicts(with other: Footprint) -> Bool {
    writes & (other.reads | other.writes) != 0 || reads & other.writes != 0
  }

  /// Whether the order matters of this step and another that writes what has this bit.
  func conflicts(withWriteOf bit: UInt64) -> Bool { (reads | writes) & bit != 0 }
}
