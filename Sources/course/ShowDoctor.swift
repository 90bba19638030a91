import CourseKit
import Typesetting

/// `course doctor`: what is missing or unusual on this machine.
func doctor(_ course: Course) -> Int32 {
  let findings = Doctor(course).examine()
  for finding in findings {
    let mark: String
    switch finding.state {
    case .good: mark = Page.good("✓")
    // As wide as the others, also where signs are written in ASCII.
    case .unusual: mark = Terminal.hasUnicode ? "○" : "- "
    case .missing: mark = Page.bad("✘")
    }
    Page.print("\(mark) \(finding.subject.padded(to: 10)) \(finding.text)")
    if !finding.advice.isEmpty { Page.print(Page.dim(Page.indented(finding.advice, by: 13))) }
  }
  let missing = findings.count { $0.state == .missing }
  Page.print(
    missing == 0 ? "\nNothing is missing." : "\n\(counted(missing, "thing")) must be put right first.")
  return missing == 0 ? 0 : 1
}
