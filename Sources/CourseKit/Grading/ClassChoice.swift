import Foundation

/// Which submissions of a class are graded, and how what is found is put together.
public struct ClassChoice: Sendable {
  /// The folder is one submission.
  public var isSingle = false
  /// What was kept is forgotten first.
  public var isFresh = false
  /// Only these students, when there are any.
  public var only: Set<String> = []
  /// Those students are graded although they have a grade.
  public var regrades = false
  /// A part of the class, for one of many machines.
  public var shard: Shard?
  /// The registers of other machines, whose verdicts are taken over.
  public var merged: [URL] = []
  /// Where the register is; nil for a place within the course.
  public var register: URL?

  /// Everything, as it was kept.
  public init() {}

  func includes(_ student: String) -> Bool {
    (only.isEmpty || only.contains(student)) && (shard?.includes(student) ?? true)
  }

  /// One of so many parts of a class; which one a student is in depends on the name alone.
  public struct Shard: Sendable, Equatable {
    /// Which part it is, from 1.
    public let number: Int
    /// How many parts there are.
    public let count: Int

    /// Reads `3/16`, the third of sixteen.
    public init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
        (1...count).contains(number)
      else { return nil }
      self.number = number
      self.count = count
    }

    func includes(_ student: String) -> Bool {
      let hash = UInt64(fingerprint([student]), radix: 16) ?? 0
      return Int(hash % UInt64(count)) == number - 1
    }
  }

  /// Reads `1-5` or `1,3,7-9`; nil when a number is not that of an exercise.
  public static func exercises(_ text: String) -> Set<Int>? {
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends[0], let last = ends[ends.count - 1], ends.count <= 2, first <= last,
        Catalogue.exercise(first) != nil, Catalogue.exercise(last) != nil
      else { return nil }
      numbers.formUnion(first...last)
    }
    return numbers
  }
}
