import CourseKit
import Foundation
import Terminal

/// Which submissions of a class are graded, and where verdicts are kept.
package struct ClassChoice: Sendable {
  /// Whether the folder is one submission.
  package var isSingle = false
  /// If not empty, only these submissions are graded.
  package var only: Set<String> = []
  /// Whether students who have a grade are graded again.
  package var regrades = false
  /// The part of the class for this machine, if several machines share the work.
  package var shard: Shard?
  /// The registers of other machines, from which verdicts are imported.
  package var merged: [URL] = []
  /// The zone of times in archives.
  package var zone = TimeZone.current
  /// The folder of the register; nil for a folder within the course.
  package var register: URL?

  /// Chooses the whole class and continues with the kept verdicts.
  package init() {}

  /// Whether a submission is part of this run.
  package func includes(_ student: String) -> Bool {
    (only.isEmpty || only.contains(student)) && (shard?.includes(student) ?? true)
  }

  /// One of several parts, of a class or of other things; a student's part depends on the name alone.
  package struct Shard: Sendable, Equatable {
    /// The number of this part, from 1.
    package let number: Int
    /// How many parts there are.
    package let count: Int

    /// Reads `3/16`, the third of sixteen.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
        (1...count).contains(number)
      else { return nil }
      self.number = number
      self.count = count
    }

    var name: String { "\(number)-of-\(count)" }

    func includes(_ student: String) -> Bool {
      includes(place: Int(Fingerprint([student]).value % UInt64(count)))
    }

    /// Whether the thing at a place, from 0, belongs to this part.
    package func includes(place: Int) -> Bool { place % count == number - 1 }
  }

  /// Reads `1-5` or `1,3,7-9`; nil if an exercise does not exist.
  package static func exercises(_ text: String) -> Set<Int>? {
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
