import Foundation
import SchedulerGame
import Terminal

/// Caches the results of the levels' programs until a source that they depend on changes.
struct LevelCache {
  private let library: Library
  /// The fingerprint of the sources that all levels share.
  private let shared: Fingerprint

  init(library: Library) {
    self.library = library
    shared = library.fingerprint(
      of: ["Sources", "Lessons/Documents"],
      ["Lessons/SchedulerGame/Level.swift", "Lessons/SchedulerGame/Tally.swift"])
  }

  /// The data of a level, from the cache or from a new run.
  func data(of level: Level) throws -> LevelData {
    let own = library.fingerprint(of: [], ["Lessons/SchedulerGame/\(level.name).swift"], begin: shared)
    let kept = KeptFile(library, "\(level.name)-\(own.text).json")
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
