import CourseKit
import Foundation

/// Reads the texts and sources of the course.
struct Library {
  let root: URL
  /// The preferred language.
  let language: String

  /// The content of a file; nil if it is missing.
  func source(_ path: String) -> String? {
    FileManager.default.contents(atPath: root.appending(path: path).path).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// A text in the preferred language, from the folder with the language's name next to the text, or else in
  /// English.
  func text(_ path: String) throws -> (document: Document, language: String)? {
    let parts = path.split(separator: "/").map(String.init)
    let translated = (parts.dropLast() + [language] + parts.suffix(1)).joined(separator: "/")
    let found =
      language == "en" ? nil : source(translated).map { ($0, language, translated) }
    guard let (text, language, place) = found ?? source(path).map({ ($0, "en", path) }) else { return nil }
    do {
      return (try Document(reading: text), language)
    } catch {
      throw CourseError("\(place), \(error)")
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
