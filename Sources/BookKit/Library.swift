import CourseKit
import Foundation

/// Reads the texts and sources of the course.
struct Library {
  let root: URL

  /// The content of a file; nil if it is missing.
  func source(_ path: String) -> String? {
    FileManager.default.contents(atPath: root.appending(path: path).path).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// A text; nil if it is missing.
  func text(_ path: String) throws -> Document? {
    guard let text = source(path) else { return nil }
    do {
      return try Document(reading: text)
    } catch {
      throw CourseError("\(path), \(error)")
    }
  }

  /// The files below a folder, sorted, from the course's root.
  func paths(in folder: String, suffix: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// Whether a file is a link to another.
  func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: root.appending(path: path).path)) != nil
  }
}
