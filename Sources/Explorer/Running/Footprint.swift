/// What a step has touched, as bits: one bit for each resource that several threads use.
///
/// Two steps of different threads that touch nothing in common, or only read
/// it, can be exchanged without any difference. With more than 62 resources
/// some share a bit; then two independent steps count as dependent, which costs
/// a few schedules and loses none.
struct Footprint: Equatable {
  private(set) var reads: UInt64 = 0
  private(set) var writes: UInt64 = 0

  /// For a step that may have touched anything: it runs the user's own code, whose memory is not watched.
  static let everything = Footprint(reads: .max, writes: .max)

  /// The bit of the virtual time: a step that reads the time reads it, one that
  /// ends before its time writes it.
  static let clock: UInt64 = 1

  /// The bit of ordinary variables, which are not watched: a step that is
  /// suspected of changing one writes it, and every other step that runs the
  /// program's own code reads it.
  static let ordinary: UInt64 = 2

  /// How many resources have a bit of their own.
  static let capacity = 62

  static func bit(ofResource number: Int) -> UInt64 { 4 << UInt64(number % capacity) }

  init() {}

  init(writing bits: UInt64) { writes = bits }

  private init(reads: UInt64, writes: UInt64) { (self.reads, self.writes) = (reads, writes) }

  mutating func add(_ bit: UInt64, isWrite: Bool) {
    if isWrite { writes |= bit } else { reads |= bit }
  }

  mutating func add(_ other: Footprint) {
    reads |= other.reads
    writes |= other.writes
  }

  /// Whether the order of the two matters.
  @inline(__always)
  func conflicts(with other: Footprint) -> Bool {
    writes & (other.reads | other.writes) != 0 || reads & other.writes != 0
  }

  /// Whether the order of this step and another one that writes the resource of this bit matters.
  func conflicts(withWriteOf bit: UInt64) -> Bool { (reads | writes) & bit != 0 }
}
