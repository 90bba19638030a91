import Foundation
import Markdown

/// Checks that the course's Markdown reader can read every text.
public struct Readable: Sendable {
  let course: Course

  /// The texts of one course.
  public init(_ course: Course) { self.course = course }

  /// What the reader refuses, one sentence per problem: the book could not show it, or would show it differently.
  public func problems() -> [String] {
    paths().compactMap { path -> String? in
      let file = course.root.appending(path: path)
      guard let text = Files.text(file) else {
        return Files.exists(file) ? "\(path): it cannot be read." : nil
      }
      do throws(Refusal) {
        _ = try Document(reading: text)
        return nil
      } catch {
        return "\(path):\(error.line): \(error.reason)"
      }
    }
  }

  private func paths() -> [String] {
    ["README.md"]
      + ["Lessons", "Exercises", "Sources"].flatMap { folder in
        let names = FileManager.default.enumerator(atPath: course.root.appending(path: folder).path)
        return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
          .map { "\(folder)/\($0)" }
      }
  }
}
