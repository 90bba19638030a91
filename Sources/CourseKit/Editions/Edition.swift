import Foundation

/// Copies of a course without its answers: what a student gets, and what a grader builds in.
public struct Edition {
  let course: Course

  /// The editions of one course.
  public init(_ course: Course) { self.course = course }

  private static let forStudents = [
    "Package.swift", "LICENSE", ".gitignore", "Sources", "Lessons", "Exercises", "Tests/ExerciseTests",
  ]

  /// What the tests of the exercises need, and no more: less to build, and nothing to look up an answer in.
  static let forGrading = [
    "Package.swift", "Sources/MiniOperations", "Sources/Explorer", "Exercises", "Tests/ExerciseTests",
  ]

  /// Writes the student edition into a folder that is empty or not there yet.
  ///
  /// `solutions` is what its `course solution` says: where they are to be had.
  public func export(to folder: URL, solutions: String) throws {
    guard Files.names(in: folder).isEmpty else { throw NotEmpty(path: folder.path) }
    try copy(Edition.forStudents, to: folder)
    try Texts(Course(root: folder)).keepStubs()
    try Files.write(readme, to: folder.appending(path: "README.md"))
    try Files.write(solutions + "\n", to: folder.appending(path: ".course/solutions.txt"))
  }

  /// Copies parts of the course, its exercises without answers and as nobody has touched them.
  func copy(_ parts: [String], to folder: URL) throws {
    for part in parts where Files.exists(course.root.appending(path: part)) {
      let target = folder.appending(path: part)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: course.root.appending(path: part), to: target)
    }
    for exercise in Catalogue.exercises where course.has(exercise) {
      let copy = folder.appending(path: "Exercises/\(exercise.folder)")
      for answers in ["Solution", "Alternative", "Mistakes"] {
        try Files.removeIfThere(copy.appending(path: answers))
      }
      for name in exercise.files {
        guard let stub = course.stub(name, of: exercise) else { continue }
        try Files.write(stub, to: copy.appending(path: name))
      }
    }
  }

  struct NotEmpty: Error, CustomStringConvertible {
    let path: String
    var description: String {
      "the folder '\(path)' is not empty. Name one that is, or that is not there yet."
    }
  }

  private var readme: String {
    let exercises = Catalogue.exercises.filter(course.has)
    let rows = exercises.map { exercise in
      "| [\(exercise.folder.prefix(2))](Exercises/\(exercise.folder)/README.md) \(exercise.topic) "
        + "| \(exercise.title) | \(exercise.points) |"
    }
    return """
      # Operations from Scratch: your copy

      You learn how operations and their queues work by watching them (lessons, which are programs) and by
      building them (exercises, whose tests fail until you have completed a file). It needs the Swift toolchain,
      6.2 or newer, on Linux or macOS, and nothing else.

      ```sh
      swift run course          # where you are, and how to go on
      swift run course check    # builds the current exercise and runs its tests
      swift run course watch    # does so whenever you save
      swift run lesson01        # runs a lesson
      swift test                # the tests of all exercises: red until you have completed them
      ```

      `swift test` tests your files, all of them: on a fresh copy every test fails, and one file that does not
      compile stops all tests. `swift run course check 5` builds one exercise alone.

      In every exercise you edit one file; tests are not for editing, and whoever grades uses a copy of their own.
      Solutions are not in this copy: `swift run course solution` says where they are to be had.

      | exercise | you write | points |
      | --- | --- | ---: |
      \(rows.joined(separator: "\n"))

      `Lessons/README.md` lists the lessons, `Exercises/README.md` says more about the exercises.

      """
  }
}
