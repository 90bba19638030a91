import CourseKit
import GradeKit
import ProofKit
import Terminal

/// `prove`: the author's proof, which CI runs.
func prove(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  if !Catalogue.exercises.contains(where: { !course.solution(of: $0).isEmpty }) {
    throw CourseError("this is the edition for students. It has no answers that could be proven.")
  }
  if arguments.flag("--claims") { return try proveClaims(course, arguments) }
  let isFixing = arguments.flag("--fix")
  let isReading = arguments.flag("--texts")
  let isCheating = arguments.flag("--cheats")
  let share = try arguments.value("--share").map(share)
  let chosen = try exercises(&arguments)
  try arguments.end()

  var verification = Verification(course) { Terminal.show("\($0)\n") }
  try verification.readTexts(fixing: isFixing)
  if isCheating {
    try verification.gradeCheats(underEverySandbox: true)
  } else if !isReading {
    let isWhole = chosen.isEmpty && share == nil
    verification.runExercises(
      only: chosen.isEmpty ? Catalogue.exercises : chosen, triesStubs: !isWhole, share: share)
    // The lessons were built with the solutions.
    if isWhole {
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

/// Takes the numbers of exercises that are left.
func exercises(_ arguments: inout Arguments) throws -> [Exercise] {
  var chosen: [Exercise] = []
  while let exercise = try arguments.exercise() { chosen.append(exercise) }
  return chosen
}

private func share(_ text: String) throws(CourseError) -> ClassChoice.Shard {
  guard let share = ClassChoice.Shard(text) else {
    throw CourseError("--share needs two numbers, as in 3/10: the third of ten parts of all mistakes.")
  }
  return share
}

/// `prove --claims`: whether the claims of lessons can fail.
private func proveClaims(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let times = try arguments.number("--times") ?? 10
  var lessons: [LessonEntry] = []
  while let word = arguments.word() {
    guard let number = Int(word), let lesson = Catalogue.lesson(number) else {
      throw CourseError("there is no lesson \(word). The numbers are 0 to \(Catalogue.lessons.count - 1).")
    }
    lessons.append(lesson)
  }
  try arguments.end()
  if lessons.isEmpty { lessons = try Catalogue.lessons.filter { try !course.claimMutations(of: $0).isEmpty } }
  var trial = ClaimTrial(course, times: times) { Terminal.show("\($0)\n") }
  try trial.run(lessons)
  for problem in trial.problems { Terminal.show("✘ \(problem)\n") }
  Terminal.show("\n\(trial.count.proven) of \(counted(trial.count.claims, "claim")) proven by a mutation.\n")
  return trial.problems.isEmpty ? 0 : 1
}
