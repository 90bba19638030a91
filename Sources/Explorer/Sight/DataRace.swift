/// Which data races end a schedule like any other finding; others are only remembered.
enum RaceFindings { case none, ofMemory, all }

/// Two uses of the same memory, one of them a change, that nothing orders.
struct DataRace: Sendable, Equatable {
  /// One of the two.
  struct Use: Sendable, Equatable {
    /// The name of the thread.
    let thread: String
    let isChange: Bool
    /// The return address of the access, which leads to its line; nil for a ``Shared``.
    let code: UInt?
  }

  /// The name of the ``Shared``; nil for an ordinary variable.
  let variable: String?
  let earlier: Use
  let later: Use

  /// Whether it is about an ordinary variable.
  var isOfMemory: Bool { !places.isEmpty }

  /// Where the program's code makes the accesses, if it is ordinary code.
  var places: [UInt] { [earlier.code, later.code].compactMap(\.self) }

  /// The finding, before anything is known about the lines.
  var finding: Finding {
    let used = variable ?? "the same variable"
    return Finding(
      kind: .dataRace,
      message:
        "Data race: '\(earlier.thread)' and '\(later.thread)' use \(used), one of them changes it, and nothing "
        + "orders the two. " + advice,
      race: self)
  }

  /// The finding with the lines of the accesses, such as "Counter.swift:12", and the variable, where they are
  /// known.
  func finding(
    _ earlierPlace: (text: String?, variable: String?), _ laterPlace: (text: String?, variable: String?)
  ) -> Finding {
    let names = Set([earlierPlace.variable, laterPlace.variable].compactMap(\.self))
    let variable = names.count == 1 ? "'\(names.first!)'" : "a variable"
    let text = { (use: Use, object: String, place: String?) in
      "'\(use.thread)' \(use.isChange ? "writes" : "reads") \(object)\(place.map { " at \($0)" } ?? "")"
    }
    return Finding(
      kind: .dataRace,
      message:
        "Data race: \(text(earlier, variable, earlierPlace.text)), \(text(later, "it", laterPlace.text)), and nothing "
        + "orders the two. " + advice,
      race: self)
  }

  /// Which races are findings where this one is to be reported.
  var kin: RaceFindings { isOfMemory ? .ofMemory : .all }

  private var advice: String {
    "Guard it with a lock, or pass it on through an Atomic that releases and acquires."
  }
}
