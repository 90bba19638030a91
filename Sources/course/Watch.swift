import CourseKit
import Terminal

/// `course watch`: checks again whenever the file is saved.
///
/// It polls the time of the last change, because file system events do not arrive in every container and on
/// every shared folder.
func watch(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  var exercise = try onlyExercise(&arguments, in: course)
  return try Keyboard.withSingleKeys {
    var seen: [AnyHashable?] = []
    var reads = true
    // The report that is shown, and how wide.
    var shown: (view: ReportView, width: Int)?
    while true {
      let change = course.lastChange(of: exercise)
      if seen != change.map({ $0 as AnyHashable? }) {
        seen = change.map { $0 as AnyHashable? }
        clearScreen()
        Console.print(Console.dim("Exercise \(exercise.folder.prefix(2)): \(exercise.topic)"))
        let report = watched(course) { $0.check(exercise) }
        try note(report, of: exercise, in: course) {
          shown = (ReportView(report, of: exercise, in: course), Terminal.width)
          shown?.view.redraw()
        }
        showKeys()
      } else if let (view, width) = shown, width != Terminal.width {
        shown = (view, Terminal.width)
        view.redraw()
        showKeys()
      }
      switch Keyboard.key(within: .milliseconds(50), reads: reads) {
      case .letter("q"): return 0
      case .letter("h"):
        _ = try hint(exercise, in: course)
        showKeys()
      case .letter("o"):
        _ = Keyboard.withLines { openFiles(course.paths(of: exercise), in: course) }
        showKeys()
      case .letter("l"):
        _ = list(course)
        showKeys()
      case .letter("c"), .letter("\n"): seen = []
      case .letter("n"):
        var progress = Progress(course)
        progress.go(to: .exercise(exercise))
        let next = goOn(&progress, in: course)
        try progress.save()
        show(next, in: course)
        // A lesson needs the terminal for itself; only an exercise can be watched.
        guard case .exercise(let following) = next, course.has(following) else { return 0 }
        exercise = following
        seen = []
      case .closed: reads = false
      case .letter, .none: break
      }
    }
  }
}

/// Begins with an empty screen, where there is one.
private func clearScreen() {
  if Terminal.isShown { Terminal.show("\u{1B}[2J\u{1B}[3J\u{1B}[H") }
}

extension ReportView {
  fileprivate func redraw() {
    clearScreen()
    show()
  }
}

private func showKeys() {
  let keys =
    Terminal.isInteractive ? "o open · h hint · c check · n next · l list · q quit" : "Ctrl-C ends this"
  Console.print("\n" + Console.dim(Console.indented("\(keys) · saving checks again", by: 0)))
}
