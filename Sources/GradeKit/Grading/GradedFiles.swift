import CourseKit
import Foundation
import Terminal

/// The files of a submission that are graded, and what was noticed about the others.
struct GradedFiles: Sendable {
  typealias Files = [Int: [(name: String, text: String)]]

  var files: Files = [:]
  var refusals: [Int: String] = [:]
  var remarks: [String] = []
  /// What the submission contains instead, if no file belongs to an exercise.
  var notRecognised: String?
  var fingerprint = ""
  var handIn: HandIn?
  var isMarkedLate = false
  /// Whether it is run even if it would be refused.
  var isPardoned = false
  /// How many hints were taken, by exercise.
  var hints: [Int: Int] = [:]
}

extension Grader {
  /// Takes the stub files from a submission and nothing else.
  func take(_ submission: Submission) -> GradedFiles {
    var taken = GradedFiles()
    var paths: Set<String> = []
    taken.handIn = submission.handIn
    taken.isMarkedLate = submission.isMarkedLate
    if case .text(let text, _) = submission.content(Progress.path) {
      let progress = Progress(text)
      for exercise in exercises where (1...9).contains(progress.hints(exercise)) {
        taken.hints[exercise.number] = progress.hints(exercise)
      }
    }
    for exercise in exercises {
      for (name, path) in zip(exercise.files, course.paths(of: exercise)) {
        switch submission.answer(name, of: exercise) {
        case .text(let text, let place):
          let found = oneLine(place ?? path)
          if let other = otherExercise(answeredBy: text, in: exercise) {
            taken.refusals[exercise.number] =
              "\(found) looks like an answer to exercise \(other.folder). Its file is \(other.files[0])"
            paths.insert(place ?? submission.full(path))
            continue
          }
          taken.files[exercise.number, default: []].append((name, text))
          paths.insert(place ?? submission.full(path))
          if let place { taken.remarks.append("took \(oneLine(place)) for \(path)") }
        case .refused(let reason): taken.refusals[exercise.number] = reason
        case .missing: break
        }
      }
    }
    if submission.isEmpty {
      taken.remarks = [Grade.nothing]
    } else if taken.files.isEmpty && taken.refusals.isEmpty {
      taken.notRecognised = "nothing recognised; \(submission.listing)"
    }
    if taken.notRecognised == nil {
      let root = course.root
      let texts = Set(taken.files.values.joined().map(\.text))
      let others = submission.others(than: paths, texts: texts) { Files.exists(root.appending(path: $0)) }
      if !others.isEmpty { taken.remarks.append("not taken: \(Submission.list(others.map(oneLine)))") }
    }
    taken.remarks =
      submission.trouble + (submission.droppedNote.map { [$0] } ?? [])
      + (taken.notRecognised.map { [$0] } ?? [])
      + taken.refusals.sorted { $0.key < $1.key }.map(\.value) + taken.remarks + replaced(in: submission)
    taken.isPardoned = !pardoned.isDisjoint(with: [Grader.everyone, submission.student])
    taken.fingerprint =
      Fingerprint(
        taken.files.sorted { $0.key < $1.key }.flatMap { $0.value.flatMap { [$0.name, $0.text] } }
          + taken.remarks + [chosen.map { "\($0.sorted())" } ?? ""] + (isCoreAlone ? ["core"] : [])
          + (taken.isPardoned ? ["pardoned"] : [])
      ).text
    return taken
  }

  /// The exercise whose stub declares types that a text declares too, if it declares none of its own
  /// exercise.
  private func otherExercise(answeredBy text: String, in exercise: Exercise) -> Exercise? {
    func types(_ text: String) -> Set<Substring> {
      Set(text.matches(of: /(?:^|\n)(?:\w+ )*(?:class|struct|enum|actor|protocol) (\w+)/).map(\.1))
    }
    func types(of exercise: Exercise) -> Set<Substring> {
      types(exercise.files.compactMap { course.stub($0, of: exercise) }.joined(separator: "\n"))
    }
    let mine = types(text)
    let wanted = types(of: exercise)
    if mine.isEmpty || wanted.isEmpty || !mine.isDisjoint(with: wanted) { return nil }
    return Catalogue.exercises.first { !types(of: $0).isEmpty && types(of: $0).isSubset(of: mine) }
  }

  /// Tests and manifests that differ from the course's; they are reported but not used.
  private func replaced(in submission: Submission) -> [String] {
    var tests = ["Tests/ExerciseSupport/Requirement.swift"]
    for exercise in exercises {
      let names = Files.names(in: course.tests(of: exercise))
      tests += names.map { "Tests/ExerciseTests/\(exercise.folder)/\($0)" }
    }
    let contents = (["Package.swift"] + tests).map { ($0, submission.content($0)) }
    // A submission that consists of the exercises alone has not removed the tests.
    let hasTests = contents.contains { path, content in
      if case .missing = content { return false }
      return path != "Package.swift"
    }
    return contents.compactMap { path, content in
      switch content {
      case .text(let text, _):
        text == Files.text(course.root.appending(path: path))
          ? nil : "\(path) was changed; the course's own was used"
      case .refused: "\(path) was replaced; the course's own was used"
      case .missing:
        hasTests && path != "Package.swift" ? "\(path) was removed; the course's own was used" : nil
      }
    }
  }
}
