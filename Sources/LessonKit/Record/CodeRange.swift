import Foundation

extension Record.Place {
  /// The path inside the package for a path on the machine that compiled the file.
  static func inPackage(_ path: String) -> String {
    for folder in ["/Lessons/", "/Sources/", "/Tests/"] {
      if let found = path.range(of: folder, options: .backwards) {
        return String(path[found.lowerBound...].dropFirst())
      }
    }
    return path
  }

  /// The place of one line.
  init(path: String, line: Int) { self.init(file: Record.Place.inPackage(path), from: line, to: line) }
}

/// The lines that a step executes: from the call of `step` to where the next one begins or its function ends.
struct CodeRange {
  let place: Record.Place
  let lines: [String]

  /// Reads the file; if that fails, the range is only the line of the call.
  init(path: String, line: Int) {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    let lines = text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
    self.init(lines, path: path, line: line)
  }

  init(_ all: [String], path: String, line: Int) {
    guard all.indices.contains(line - 1) else {
      self.init(place: Record.Place(path: path, line: line), lines: [])
      return
    }
    let margin = all[line - 1].margin
    let after = all[line...]
    let end =
      after.firstIndex { text in
        if text.allSatisfy(\.isWhitespace) { return false }
        return text.margin < margin || text.contains("// MARK:") || text.contains(".step(")
      } ?? all.endIndex
    var body = all[line..<end]
    while let first = body.first, first.allSatisfy(\.isWhitespace) { body.removeFirst() }
    while let last = body.last, last.allSatisfy(\.isWhitespace) { body.removeLast() }
    guard !body.isEmpty else {
      self.init(place: Record.Place(path: path, line: line), lines: [])
      return
    }
    let place = Record.Place(
      file: Record.Place.inPackage(path), from: body.startIndex + 1, to: body.endIndex)
    self.init(place: place, lines: body.map { String($0.dropFirst(min(margin, $0.margin))) })
  }

  private init(place: Record.Place, lines: [String]) {
    self.place = place
    self.lines = lines
  }
}

extension String {
  /// How many spaces the line begins with.
  fileprivate var margin: Int { prefix { $0 == " " }.count }
}
