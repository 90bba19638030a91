import CourseKit
import Terminal

/// `course mistakes`: each common wrong answer, why it is wrong, and how it differs from the solution.
func mistakes(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let givesUp = arguments.flag("--give-up")
  let exercise = try onlyExercise(&arguments, in: course)
  guard try mayShowAnswers(to: exercise, in: course, givesUp: givesUp) else { return 1 }
  show(course.mistakes(of: exercise), of: exercise)
  return 0
}

private func show(_ mistakes: [Mistake], of exercise: Exercise) {
  Console.print("\(counted(mistakes.count, "usual wrong answer")) to exercise \(exercise.number).")
  Console.print("Each lacks the red lines of the solution and has the green ones instead.")
  for (number, mistake) in zip(1..., mistakes) {
    let wrong = mistake.wrong.prefix(1).uppercased() + mistake.wrong.dropFirst()
    Console.print("\n\(Console.bold("\(number). \(mistake.name)"))")
    Console.print(Console.indented(wrong, by: 3))
    Console.print(Console.indented("Caught by: \(mistake.caughtBy)", by: 3))
    for line in mistake.difference.description.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = String(line)
      switch text.first {
      case "-" where !text.hasPrefix("--- "): Console.print("   \(Console.bad(text))")
      case "+" where !text.hasPrefix("+++ "): Console.print("   \(Console.good(text))")
      case "@": Console.print("   \(Console.dim(text))")
      case " ": Console.print("   \(text)")
      default: break
      }
    }
  }
}
