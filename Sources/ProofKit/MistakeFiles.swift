import CourseKit

extension Course {
  /// Rewrites the kept wrong answers that fit the solution only loosely or at other lines.
  func renewMistakes(of exercise: Exercise) throws {
    let solution = solution(of: exercise)
    for mistake in mistakes(of: exercise) {
      let (files, fit) = mistake.files(from: solution)
      guard fit == .moved || fit == .loose else { continue }
      let changes = zip(solution, files).compactMap { old, new in
        UnifiedDiff.File(
          from: old.text, to: new.text, named: (old: "Solution/\(old.name)", new: "Mistake/\(new.name)"))
      }
      let renewed = Mistake(
        name: mistake.name, wrong: mistake.wrong, caughtBy: mistake.caughtBy,
        difference: UnifiedDiff(files: changes))
      try Files.write(
        renewed.text, to: mistakesFolder(of: exercise).appending(path: "\(mistake.name).diff"))
    }
  }
}
