import CourseKit
import Foundation

extension Grader {
  /// The chosen submissions of a class, each with the files that are graded.
  func takes(in folder: URL, _ choice: ClassChoice) -> [(student: String, taken: GradedFiles)] {
    let all = choice.isSingle ? Submission.at(folder).map { [$0] } ?? [] : Submission.read(folder).submissions
    return all.filter { choice.includes($0.student) }.map { ($0.student, take($0)) }
  }

  /// The names of all submissions in a folder, also of those that are not part of a run.
  package static func students(in folder: URL, _ choice: ClassChoice) -> [String] {
    choice.isSingle
      ? Submission.at(folder).map { [$0.student] } ?? [] : Submission.all(in: folder).map(\.student)
  }

  /// Writes the answers of a class in JPlag's layout: a folder per submission, and the stubs as base code.
  ///
  ///     java -jar jplag.jar --language swift --base-code DIR/base DIR/submissions
  package func writeForJPlag(_ submissions: URL, _ choice: ClassChoice, to folder: URL) throws {
    for part in ["submissions", "base"] { try Files.removeIfThere(folder.appending(path: part)) }
    var names: Set<String> = []
    for (student, taken) in takes(in: submissions, choice) {
      let name = Feedback.fileName(student, besides: &names)
      for (number, files) in taken.files {
        for file in files {
          let path = "submissions/\(name)/\(Catalogue.exercise(number)?.folder ?? "")/\(file.name)"
          try Files.write(file.text, to: folder.appending(path: path))
        }
      }
    }
    for exercise in exercises {
      for name in exercise.files {
        let text = course.stub(name, of: exercise) ?? ""
        try Files.write(text, to: folder.appending(path: "base/\(exercise.folder)/\(name)"))
      }
    }
  }
}
