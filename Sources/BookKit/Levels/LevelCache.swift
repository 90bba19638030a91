import Foundation

/// Keeps what the levels' programs did, as long as no source that takes part is changed.
struct LevelCache {
  private let library: Library
  private let fingerprint: String

  init(library: Library) {
    self.library = library
    let names = ["Explorer", "MiniOperations", "StandIns", "AsWritten", "BookKit/Levels"]
    fingerprint = library.fingerprint(of: names.map { "Sources/\($0)" }).inLetters
  }

  /// What was found out about a level, now or before.
  func data(of level: Level) throws -> LevelData {
    let kept = KeptFile(library, "\(level.name)-\(fingerprint).json")
    if let found = kept.data, let data = try? JSONDecoder().decode(LevelData.self, from: found) {
      return data
    }
    let data = try LevelData(level) { place in
      let name = place.path.split(separator: "/").last.map(String.init) ?? ""
      let lines = (try? String(contentsOfFile: place.path, encoding: .utf8))?.lines ?? []
      guard lines.indices.contains(place.line - 1) else { return nil }
      return "\(name) \(place.line): \(lines[place.line - 1].trimmingCharacters(in: .whitespaces))"
    }
    try kept.write(JSONEncoder().encode(data))
    return data
  }
}
