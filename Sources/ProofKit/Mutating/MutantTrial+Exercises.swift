import AnswerKit
import CourseKit
import Foundation

extension MutantTrial {
  /// Tries the solutions and the alternatives of the chosen exercises.
  package mutating func tryExercises() throws {
    let exercises = choice.exercises.filter(course.has)
    guard !exercises.isEmpty else { return }
    // `prove` has built all exercises; a single one is built faster in a copy. There the framework is
    // compiled for speed, as for grading: most of the tests' time is spent on trying schedules.
    let isAll = exercises.count == Catalogue.exercises.count
    let copy = Course(root: folder.appending(path: "course"), scratch: folder.appending(path: "build"))
    if !isAll { try CourseCopy(course).copy(CourseCopy.forGrading, to: copy.root) }
    let proven = Course(root: course.root, scratch: course.root.appending(path: ".build"))
    var exerciseRunner = exerciseRunner(isAll ? proven : copy)
    // The flags of 'prove'.
    if isAll { exerciseRunner.flags = [] } else { exerciseRunner.isOptimised = true }
    let variant = isAll ? "solutions" : exerciseRunner.variant(exercises)
    progress("building the tests")
    let ending = exerciseRunner.runBuild(variant, deadline: exerciseRunner.limits.build)
    if let kit = TestKit(exerciseRunner, inspects: false), ending.isSuccess {
      var first = 0
      var subjects: [MutantSubject] = []
      for kind in MutantTrial.kinds {
        for exercise in exercises {
          let folder = folder.appending(path: "sources/\(kind)/Exercises/\(exercise.folder)")
          subjects.append(subject(exercise, kind, in: folder, from: &first))
        }
      }
      try tryAll(&subjects, runner(exerciseRunner, variant, patience: .seconds(90), kit))
    } else {
      try tryExercises(exercises, in: copy)
    }
  }

  /// Tries them in a copy that is built as a whole, one kind of answer at a time.
  private mutating func tryExercises(_ exercises: [Exercise], in copy: Course) throws {
    var first = 0
    for kind in MutantTrial.kinds {
      try CourseCopy(course).copy(CourseCopy.forGrading, to: copy.root)
      let exerciseRunner = exerciseRunner(copy)
      var subjects: [MutantSubject] = []
      for exercise in exercises {
        subjects.append(subject(exercise, kind, in: copy.folder(of: exercise), from: &first))
      }
      try tryAll(&subjects, runner(exerciseRunner, exerciseRunner.variant(exercises), patience: .seconds(90)))
    }
  }

  private static let kinds = ["Solution", "Alternative"]

  private func subject(_ exercise: Exercise, _ kind: String, in folder: URL, from first: inout Int)
    -> MutantSubject
  {
    var weavings: [String: Weaving] = [:]
    var texts: [String] = []
    for name in exercise.files {
      let text = Files.text(course.folder(of: exercise).appending(path: "\(kind)/\(name)")) ?? ""
      texts.append(text)
      let weaving = Weaving(text, file: name, from: first)
      first += weaving.mutants.count
      weavings[name] = weaving
    }
    let tests = ["Tests/ExerciseTests/Support", "Tests/ExerciseTests/\(exercise.folder)"]
    return MutantSubject(
      name: "\(exercise.folder.prefix(2)) \(kind.lowercased())", module: exercise.module,
      folder: folder, exercise: exercise, weavings: weavings,
      choices: [["--filter", "^\(exercise.module)Tests\\."]],
      equivalentsFile: course.root.appending(path: "Tests/Mutants/\(exercise.folder)/\(kind).txt"),
      fingerprint: fingerprint(texts + [CourseCopy(course).fingerprint(of: tests)]))
  }
}
