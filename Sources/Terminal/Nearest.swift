extension String {
  /// The word that this one is a misspelling of: at most two keys are wrong, or the end is missing.
  package func nearest(of words: some Sequence<String>) -> String? {
    let mine = Array(lowercased())
    guard mine.count > 1 else { return nil }
    // In a short word, two wrong keys would match almost anything.
    let most = Swift.min(2, (mine.count - 1) / 2)
    var best: (word: String, distance: Int)?
    for word in words {
      let distance =
        word.hasPrefix(lowercased()) ? 0 : String.distance(mine, Array(word.lowercased()))
      guard distance <= most, distance < best?.distance ?? .max else { continue }
      best = (word, distance)
    }
    return best?.word
  }

  /// How many keys differ: missing, extra, replaced, or swapped with a neighbour.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var line = [row + 1]
      for column in right.indices {
        var least = Swift.min(last[column + 1], line[column]) + 1
        least = Swift.min(least, last[column] + (left[row] == right[column] ? 0 : 1))
        let isSwapped =
          row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
        if isSwapped { least = Swift.min(least, before[column - 1] + 1) }
        line.append(least)
      }
      (before, last) = (last, line)
    }
    return last[right.count]
  }
}
