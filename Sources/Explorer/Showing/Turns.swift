/// Finds what a schedule repeats, so that one iteration of a livelock is shown.
///
/// A thread that polls becomes one row instead of two hundred, and two threads
/// that poll in turns become two rows instead of twenty thousand.
struct Turns {
  /// A part of the schedule: one row, or a few parts that are repeated many times.
  indirect enum Part {
    /// The row at this place.
    case row(Int)
    /// The parts of one turn, and how many turns there are.
    case turns([Part], Int)
  }

  /// The parts in order.
  private(set) var parts: [Part]
  /// For each part a number that equal parts have in common.
  private var keys: [Int]
  private var known: [[Int]: Int] = [:]
  private var lastKey: Int

  /// The longest repetition that is searched for; longer ones are not detected.
  private static let longestTurn = 32
  /// Fewer turns are shown as they are.
  private static let fewestTurns = 3

  /// - Parameter keys: A number for each row, the same for rows that count as the same.
  init(_ keys: [Int]) {
    self.keys = keys
    parts = keys.indices.map { .row($0) }
    lastKey = keys.max() ?? 0
    fold()
    fold()
  }

  /// Replaces a sequence that is repeated at least three times by one part.
  private mutating func fold() {
    var folded: [Part] = []
    var foldedKeys: [Int] = []
    var place = 0
    while place < keys.count {
      guard let (length, times) = turns(at: place) else {
        folded.append(parts[place])
        foldedKeys.append(keys[place])
        place += 1
        continue
      }
      folded.append(.turns(Array(parts[place..<place + length]), times))
      foldedKeys.append(key(of: Array(keys[place..<place + length])))
      let end = place + length * times
      // The schedule may end in the middle of a turn, which is not another thing that happened.
      let rest = keys[end...]
      place = rest.elementsEqual(keys[place..<place + min(rest.count, length)]) ? keys.count : end
    }
    (parts, keys) = (folded, foldedKeys)
  }

  /// The turn that begins here and covers the most, if there is one.
  private func turns(at place: Int) -> (length: Int, times: Int)? {
    for length in 1...Turns.longestTurn where place + length * Turns.fewestTurns <= keys.count {
      var end = place + length
      while end < keys.count, keys[end] == keys[end - length] { end += 1 }
      let times = (end - place) / length
      if times >= Turns.fewestTurns { return (length, times) }
    }
    return nil
  }

  private mutating func key(of turn: [Int]) -> Int {
    if let key = known[turn] { return key }
    lastKey += 1
    known[turn] = lastKey
    return lastKey
  }
}
