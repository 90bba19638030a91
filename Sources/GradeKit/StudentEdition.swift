import CourseKit
import Foundation

/// The student edition: a course without its answers, and without the commands for teachers and authors.
package struct StudentEdition {
  private let course: Course

  /// The student edition of one course.
  package init(_ course: Course) { self.course = course }

  private static let parts = [
    "LICENSE", ".gitignore", ".devcontainer", "Lessons", "Exercises", "Tests/ExerciseSupport",
    "Tests/ExerciseTests",
  ]

  /// The folders in `Sources` that are only for teachers and authors.
  private static let left = ["GradeKit", "ProofKit", "bench", "grade", "prove"]

  /// Writes the student edition into a folder that is empty or not there yet.
  ///
  /// `solutions` is the text that its `course solution` prints: where to get them.
  package func export(to folder: URL, solutions: String) throws {
    guard Files.names(in: folder).isEmpty, !CourseCopy.isFile(folder) else {
      throw CourseError(
        "'\(folder.path)' is not an empty folder. Name one that is empty, or one that does not exist yet.")
    }
    let modules = Files.names(in: course.root.appending(path: "Sources")).filter {
      !StudentEdition.left.contains($0)
    }
    try CourseCopy(course).copy(StudentEdition.parts + modules.map { "Sources/\($0)" }, to: folder)
    try Course(root: folder).keepStubs()
    let manifest = Files.text(course.root.appending(path: "Package.swift")) ?? ""
    try Files.write(
      StudentEdition.manifestForStudents(of: manifest), to: folder.appending(path: "Package.swift"))
    try Files.write(readme, to: folder.appending(path: "README.md"))
    try Files.write(workflow, to: folder.appending(path: ".github/workflows/exercises.yml"))
    let exercises = folder.appending(path: "Exercises/README.md")
    if let text = Files.text(exercises) {
      try Files.write(StudentEdition.partForStudents(of: text), to: exercises)
    }
    try Files.write(solutions + "\n", to: folder.appending(path: ".course/solutions.txt"))
  }

  /// A manifest without the block whose heading says that the student edition lacks it.
  static func manifestForStudents(of text: String) -> String {
    text.replacing(
      /\/\/ MARK: - [^\n]*the student edition lacks these\n(?:.|\n)*?\n}\n+/, with: "")
  }

  /// A text without the sections for teachers.
  static func partForStudents(of text: String) -> String {
    text.split(separator: "\n## Which files are compiled\n", maxSplits: 1).first.map { $0 + "\n" } ?? text
  }

  /// Checks the exercises of a student's copy on GitHub, and shows the table on the run's page.
  private var workflow: String {
    """
    name: Exercises

    on: [push, workflow_dispatch]

    jobs:
      check:
        runs-on: ubuntu-latest
        container: swift:6.3
        timeout-minutes: 60
        defaults:
          run:
            shell: bash
        steps:
          - uses: actions/checkout@v4
          # Exit code 1 means that an exercise does not pass yet, which is no fault of the run.
          - run: swift run course check all > points.txt || [ $? -eq 1 ]
          - run: (echo '```'; cat points.txt; echo '```') >> "$GITHUB_STEP_SUMMARY"

    """
  }

  private var readme: String {
    let exercises = Catalogue.lessons.flatMap(Catalogue.exercises(after:)).filter(course.has)
    let rows = exercises.map { exercise in
      "| [\(exercise.folder.prefix(2))](Exercises/\(exercise.folder)/README.md) \(exercise.topic) "
        + "| \(exercise.title) | \(exercise.points.core) | \(exercise.points.depth) |"
    }
    return """
      # Operations from Scratch: your copy

      You learn how operations and their queues work by watching them (lessons, which are programs) and by
      building them (exercises, whose tests fail until you have completed a file). It needs the Swift toolchain,
      6.2 or newer, on Linux or macOS, and nothing else.

      ```sh
      swift run course          # where you are, and what comes next
      swift run course check    # builds the current exercise and runs its tests
      swift run course check all    # those of every exercise that you have begun, with points
      swift run course watch    # does so whenever you save
      swift run course open     # opens its file in your editor
      swift run course doctor   # what is missing or unusual on this machine
      swift run lesson01        # runs a lesson
      swift test                # the tests of all exercises: red until you have completed them
      ```

      `swift test` tests all of your files: on a fresh copy nearly every test fails, and one file that does not
      compile stops all tests. `swift run course check 5` builds one exercise alone.

      In every exercise you edit one file. Do not edit the tests: your teacher grades with a separate copy of them.
      Solutions are not in this copy: `swift run course solution` prints where to get them.

      On GitHub, `.github/workflows/exercises.yml` checks your exercises after every push and shows the points on the
      run's page. `.devcontainer` describes a container with the toolchain, for VS Code and Codespaces.

      An exercise is done when its core holds, and mastered when its depth holds, too.

      | exercise | you write | points: core | depth |
      | --- | --- | ---: | ---: |
      \(rows.joined(separator: "\n"))

      `Lessons/README.md` lists the lessons, `Exercises/README.md` says more about the exercises.

      """
  }
}
