import CourseKit
import Typesetting

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
    while true {
      let change = course.lastChange(of: exercise)
      if seen != change.map({ $0 as AnyHashable? }) {
        seen = change.map { $0 as AnyHashable? }
        if Terminal.isShown { Terminal.show("\u{1B}[2J\u{1B}[H") }
        Console.print(Console.dim("checking …"))
        _ = try conclude(Workshop(course).check(exercise), of: exercise, in: course)
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

private func showKeys() {
  let keys =
    Terminal.isInteractive ? "o open · h hint · c check · n next · l list · q quit" : "Ctrl-C ends this"
  Console.print(Console.dim("\n\(keys) · saving checks again"))
}
