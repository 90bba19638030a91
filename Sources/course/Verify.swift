import CourseKit

/// `course verify`: the author's proof, which CI runs.
func verify(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  if arguments.flag("--mutants") { return try verifyMutants(course, arguments) }
  let isFixing = arguments.flag("--fix")
  let isReading = arguments.flag("--texts")
  let isCheating = arguments.flag("--cheats")
  let word = arguments.word()
  try arguments.end()
  let chosen = try word.map { [try exercise($0)] } ?? Catalogue.exercises

  if !chosen.contains(where: { !course.solution(of: $0).isEmpty }) {
    throw Misuse(
      "this is the edition for students. What is verified are the answers, which it does not have.")
  }
  var verification = Verification(course) { Terminal.write("\($0)\n") }
  try verification.readTexts(fixing: isFixing)
  if isCheating {
    try verification.gradeCheats()
  } else if !isReading {
    verification.runExercises(only: chosen)
    // The solutions were built last, and the lessons with them.
    if word == nil {
      verification.runLessons()
      try verification.tryExport()
      try verification.gradeCheats()
    }
    Terminal.write("\n\(verification.table)\n")
  }
  let count = verification.problems.count
  Terminal.write(count == 0 ? "\nEverything holds.\n" : "\n\(counted(count, "thing")) do not hold.\n")
  return count == 0 ? 0 : 1
}

/// The exercise of that number, as a learner writes it.
func exercise(_ word: String) throws(Misuse) -> Exercise {
  guard let number = Int(word) else { throw Misuse("'\(word)' is not the number of an exercise.") }
  guard let exercise = Catalogue.exercise(number) else {
    throw Misuse("there is no exercise \(word). They go from 1 to \(Catalogue.exercises.count).")
  }
  return exercise
}
