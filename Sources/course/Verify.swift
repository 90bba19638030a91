import CourseKit
import Typesetting

/// `course verify`: the author's proof, which CI runs.
func verify(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  if arguments.flag("--mutants") { return try verifyMutants(course, arguments) }
  if arguments.flag("--claims") { return try verifyClaims(course, arguments) }
  let isFixing = arguments.flag("--fix")
  let isReading = arguments.flag("--texts")
  let isCheating = arguments.flag("--cheats")
  let word = arguments.word()
  try arguments.end()
  let chosen = try word.map { [try exercise($0)] } ?? Catalogue.exercises

  if !chosen.contains(where: { !course.solution(of: $0).isEmpty }) {
    throw UsageError(
      "this is the edition for students. It has no answers, and verify checks nothing else.")
  }
  var verification = Verification(course) { Terminal.show("\($0)\n") }
  try verification.readTexts(fixing: isFixing)
  if isCheating {
    try verification.gradeCheats(underEverySandbox: true)
  } else if !isReading {
    verification.runExercises(only: chosen, triesStubs: word != nil)
    // The lessons were built with the solutions.
    if word == nil {
      verification.runLessons()
      try verification.tryExport()
      // Under the strongest sandbox: trying all of them takes twice as long.
      try verification.gradeCheats(underEverySandbox: false)
    }
    Terminal.show("\n\(verification.table)\n")
  }
  let count = verification.problems.count
  Terminal.show(
    count == 0
      ? "\nEverything holds.\n" : "\n\(counted(count, "thing")) \(count == 1 ? "does" : "do") not hold.\n")
  return count == 0 ? 0 : 1
}

/// The exercise with that number, which is a word of the command line.
func exercise(_ word: String) throws(UsageError) -> Exercise {
  guard let number = Int(word) else { throw UsageError("'\(word)' is not the number of an exercise.") }
  guard let exercise = Catalogue.exercise(number) else {
    throw UsageError("there is no exercise \(word). The numbers are 1 to \(Catalogue.exercises.count).")
  }
  return exercise
}

/// `course verify --claims`: whether the claims of lessons can fail.
private func verifyClaims(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let times = try arguments.value("--times").map { text in
    guard let times = Int(text), times > 0 else {
      throw UsageError("--times needs a number from 1 up, not '\(text)'.")
    }
    return times
  }
  let word = arguments.word()
  try arguments.end()
  let lessons = try word.map { word in
    guard let number = Int(word), let lesson = Catalogue.lesson(number) else {
      throw UsageError("there is no lesson \(word). The numbers are 0 to \(Catalogue.lessons.count - 1).")
    }
    return [lesson]
  }
  var trial = ClaimTrial(course, times: times ?? 10) { Terminal.show("\($0)\n") }
  try trial.run(try lessons ?? Catalogue.lessons.filter { try !course.claimMutations(of: $0).isEmpty })
  for problem in trial.problems { Terminal.show("✘ \(problem)\n") }
  Terminal.show("\n\(trial.count.proven) of \(counted(trial.count.claims, "claim")) proven by a mutation.\n")
  return trial.problems.isEmpty ? 0 : 1
}
