import Foundation

/// Keeps what the levels' programs did, as long as no source that takes part is changed.
struct LevelCache {
  let library: Library

  private static let sources = ["Explorer", "MiniOperations", "StandIns", "AsWritten", "BookKit/Levels"]

  /// What was found out about a level, now or before.
  func data(of level: Level) throws -> LevelData {
    let file = library.root.appending(path: ".build/book/\(level.name)-\(fingerprint).json")
    if let kept = try? JSONDecoder().decode(LevelData.self, from: Data(contentsOf: file)) { return kept }
    let data = try LevelData(level) { place in
      let name = place.path.split(separator: "/").last.map(String.init) ?? ""
      let lines = (try? String(contentsOfFile: place.path, encoding: .utf8))?.lines ?? []
      guard lines.indices.contains(place.line - 1) else { return nil }
      return "\(name) \(place.line): \(lines[place.line - 1].trimmingCharacters(in: .whitespaces))"
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONEncoder().encode(data).write(to: file, options: .atomic)
    return data
  }

  /// The same as long as no source is changed.
  private var fingerprint: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for path in LevelCache.sources.flatMap({ library.paths(in: "Sources/\($0)", suffix: ".swift") }) {
      for byte in (path + (library.source(path) ?? "")).utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return String(hash, radix: 36)
  }
}
