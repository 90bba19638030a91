import CourseKit
import Foundation

/// Reads the text of a file in the encodings of common editors.
package enum SourceText {
  /// The text with line feeds, or why it cannot be read.
  static func read(_ data: Data) -> Result<String, Unreadable> {
    let bytes = Array(data.prefix(3))
    if bytes == [0xEF, 0xBB, 0xBF] { return utf8(data.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(data, .utf16LittleEndian) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(data, .utf16BigEndian) }
    if data.contains(0) {
      return .failure(
        Unreadable(reason: "is not text in UTF-8: it looks like UTF-16 without a byte order mark"))
    }
    return utf8(data)
  }

  /// The text of a table; spreadsheets save in one more encoding, in which each file is a text.
  package static func table(_ data: Data) -> String {
    if case .success(let text) = read(data) { return text }
    return Files.withLineFeeds(
      String(data: data, encoding: .windowsCP1252) ?? String(decoding: data, as: UTF8.self))
  }

  private static func utf8(_ data: Data) -> Result<String, Unreadable> {
    String(validating: data, as: UTF8.self).map { .success(Files.withLineFeeds($0)) }
      ?? .failure(Unreadable(reason: "is not text in UTF-8. Save it in that encoding"))
  }

  private static func utf16(_ data: Data, _ encoding: String.Encoding) -> Result<String, Unreadable> {
    String(data: data.dropFirst(2), encoding: encoding).map { .success(Files.withLineFeeds($0)) }
      ?? .failure(Unreadable(reason: "has the byte order mark of UTF-16, but is not UTF-16"))
  }

  struct Unreadable: Error, Equatable { let reason: String }
}
