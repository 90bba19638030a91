import LessonKit
import Terminal

/// The parts of source files around given places, each as a listing.
struct Excerpts {
  private struct Part {
    let file: String
    let first: Int
    let lines: [String]

    func contains(_ place: Record.Place) -> Bool {
      file == place.file && (first..<first + lines.count).contains(place.from)
    }
  }

  private var parts: [Part] = []

  /// Lines near each other share a listing; a missing file has none.
  init(of places: [Record.Place], source: (String) -> [String]?) {
    let distance = 6
    for (file, places) in Dictionary(grouping: places, by: \.file).sorted(by: { $0.key < $1.key }) {
      guard let all = source(file) else { continue }
      let numbers = Set(places.map(\.from)).filter { (1...all.count).contains($0) }.sorted()
      var ranges: [ClosedRange<Int>] = []
      for number in numbers {
        if let last = ranges.last, number - last.upperBound <= distance {
          ranges[ranges.count - 1] = last.lowerBound...number
        } else {
          ranges.append(number...number)
        }
      }
      for range in ranges {
        let (first, last) = (max(1, range.lowerBound - 1), min(all.count, range.upperBound + 1))
        let lines = Array(all[first - 1..<last])
        let margin =
          lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        parts.append(Part(file: file, first: first, lines: lines.map { String($0.dropFirst(margin)) }))
      }
    }
  }

  /// The number of the listing that contains a place, and the line.
  func place(_ place: Record.Place) -> (listing: Int, line: Int)? {
    parts.firstIndex { $0.contains(place) }.map { ($0, place.from) }
  }

  /// All listings, each with the name of its file.
  var html: String {
    parts.map { part in
      let name = part.file.split(separator: "/").last.map(String.init) ?? part.file
      return "<p class=\"facts\">\(name.escaped)</p>\n"
        + SwiftCode.listing(part.lines, first: part.first, label: "\(name), \(part.first)", role: "group")
        + "\n"
    }.joined()
  }
}
