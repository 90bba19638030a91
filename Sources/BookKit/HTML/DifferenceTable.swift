import CourseKit
import Terminal

extension UnifiedDiff.File {
  /// The difference as a listing; a sign, a class and, for screen readers, a word mark removed and added
  /// lines.
  func html(label: String) -> String {
    let hunks = hunks.map { hunk in
      hunk.lines.map { line in
        switch line.kind {
        case .kept: "  \(SwiftCode.html(line.text))\n"
        case .removed: "<del>- \(SwiftCode.html(line.text))\n</del>"
        case .added: "<ins>+ \(SwiftCode.html(line.text))\n</ins>"
        }
      }.joined()
    }
    return
      "<pre class=\"code difference\" tabindex=\"0\" role=\"region\" aria-label=\"\(label.escaped)\"><code>"
      + hunks.joined(separator: "<span class=\"gap\">⋯\n</span>") + "</code></pre>"
  }
}
