import Foundation
import Terminal

/// A whole lesson as one self-contained page: steps, code, log, claims, schedules and the timeline.
///
/// The parts are those of the book, with its style and scripts. Everything can be read without the scripts.
struct RecordPage {
  private let record: Record
  private let words = Words(language: "en")

  init(_ record: Record) { self.record = record }

  var html: String {
    let parts = RunParts(record, words: words, hasTimes: true)
    let claims = record.entries.filter { $0.kind == .claim }.map(parts.claim)
    let none = "<p class=\"claim broken\">✗ Nothing was claimed, so nothing was shown.</p>"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(RecordPage.asset("book.css"))</style>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      <p>\(record.about.escaped)</p>
      <nav aria-label="Steps"><ul>\(contents)</ul></nav>
      \(parts.question)\(parts.html)
      <section id="shown">
      <h2>What was shown</h2>
      \(claims.isEmpty ? none : claims.joined(separator: "\n"))
      </section>
      </main>
      <script>
      \(words.script)\(["parts.js", "player.js", "chart.js"].map(RecordPage.asset).joined())</script>
      </body>
      </html>

      """
  }

  private var title: String { "Lesson \(record.lesson): \(record.title)".escaped }

  private var contents: String {
    var links = record.steps.map { ("step-\($0.number)", "\($0.number). \($0.title)") }
    if record.timeline?.operations.isEmpty == false { links.append(("timeline", words[.timeline])) }
    links.append(("shown", "What was shown"))
    return links.map { "<li><a href=\"#\($0)\">\($1.escaped)</a></li>" }.joined()
  }

  /// A file of the book's; empty if the package was moved after it was built.
  private static func asset(_ name: String) -> String {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = sources.appending(path: "BookKit/Assets/\(name)")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }
}
