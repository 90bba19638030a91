import CourseKit
import GradeKit
import Synchronization
import Terminal

/// Reports on standard error how many of a class are graded, and how long the rest will take.
final class ClassLog: Sendable {
  private struct State {
    var isBuilding = false
    /// When the grading of the first submission could begin.
    var begin = ContinuousClock.now
    var graded = 0
  }

  private let state = Mutex(State())

  @Sendable func hear(_ news: ClassNews) {
    state.withLock { state in
      switch news {
      case .begun(let kept, let count, let others):
        if !others.isEmpty {
          let names = others.joined(separator: ", ")
          Terminal.showError("not graded: \(names)\n")
        }
        if kept > 0 { Terminal.showError("\(kept) of \(count) have a grade already\n") }
      case .building:
        if !state.isBuilding { Terminal.showError("building the course, which takes a minute or two\n") }
        state.isBuilding = true
      case .built:
        state.begin = .now
      case .regraded(let grade, let before):
        let name = String(grade.student.map { $0.isNewline ? " " : $0 })
        let old = before.map { "\($0.score)" } ?? "no grade"
        let change = before?.score == grade.score ? "as before" : "before: \(old)"
        Terminal.showError("\(name): \(grade.score) of \(grade.maximum), \(change)\n")
      case .graded(let grade, let done, let count):
        state.graded += 1
        let left = (ContinuousClock.now - state.begin) / state.graded * (count - done)
        let outlook = done == count ? "all done" : "about \(ClassLog.minutes(left)) left"
        let name = String(grade.student.map { $0.isNewline ? " " : $0 })
        Terminal.showError("[\(done)/\(count)] \(name): \(grade.score) of \(grade.maximum); \(outlook)\n")
      }
    }
  }

  private static func minutes(_ duration: Duration) -> String {
    let seconds = Int(duration / .seconds(1))
    return "\(seconds / 60) min \(seconds % 60) s"
  }
}
