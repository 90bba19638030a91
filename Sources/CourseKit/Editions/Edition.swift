import Foundation

/// Copies of a course without its answers: the one for students, and the one that a grader builds.
public struct Edition {
  let course: Course

  /// The editions of one course.
  public init(_ course: Course) { self.course = course }

  private static let forStudents = [
    "Package.swift", "LICENSE", ".gitignore", ".devcontainer", "Sources", "Lessons", "Exercises",
    "Tests/ExerciseTests",
  ]

  /// The modules that an exercise and its tests are compiled with.
  static let modulesOfExercises = [
    "Threading", "MiniOperations", "Typesetting", "Chance", "Explorer", "StandIns",
  ]

  /// The parts that the tests of the exercises need, and no more: less to build, and no answers to look up.
  static let forGrading =
    ["Package.swift", "Exercises", "Tests/ExerciseTests"] + modulesOfExercises.map { "Sources/\($0)" }

  /// Writes the student edition into a folder that is empty or not there yet.
  ///
  /// `solutions` is the text that its `course solution` prints: where to get them.
  public func export(to folder: URL, solutions: String) throws {
    guard Files.names(in: folder).isEmpty, !Edition.isFile(folder) else { throw NotEmpty(path: folder.path) }
    try copy(Edition.forStudents, to: folder)
    try Texts(Course(root: folder)).keepStubs()
    try Files.write(readme, to: folder.appending(path: "README.md"))
    try Files.write(workflow, to: folder.appending(path: ".github/workflows/exercises.yml"))
    let exercises = folder.appending(path: "Exercises/README.md")
    if let text = Files.text(exercises) { try Files.write(Edition.partForStudents(of: text), to: exercises) }
    try Files.write(solutions + "\n", to: folder.appending(path: ".course/solutions.txt"))
  }

  /// Makes a folder hold these parts of the course and nothing else; its exercises are stubs, without answers.
  ///
  /// A file that is up to date is not written again, so that builds made from it stay valid.
  func copy(_ parts: [String], to folder: URL) throws {
    let wanted = contents(of: parts)
    for path in Edition.paths(in: folder, "") where wanted[path] == nil && !path.hasPrefix(".git/") {
      try Files.removeIfThere(folder.appending(path: path))
    }
    for (path, data) in wanted.sorted(by: { $0.key < $1.key }) {
      let file = folder.appending(path: path)
      if Edition.isFile(file), FileManager.default.contents(atPath: file.path) == data { continue }
      try Files.removeIfThere(file)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
  }

  /// A fingerprint of parts of the course, which is the same as long as nothing in them changes.
  func fingerprint(of parts: [String]) -> String {
    CourseKit.fingerprint(
      contents(of: parts).sorted { $0.key < $1.key }.flatMap {
        [$0.key, String(decoding: $0.value, as: UTF8.self)]
      })
  }

  private func contents(of parts: [String]) -> [String: Data] {
    let paths = parts.flatMap { part in
      Edition.isFile(course.root.appending(path: part)) ? [part] : Edition.paths(in: course.root, part)
    }
    let answers = /^Exercises\/(?:[^\/]+\/(?:Solution|Alternative|Mistakes)|Grading)\/|\/Teaching\.md$/
    var contents: [String: Data] = [:]
    for path in paths where path.firstMatch(of: answers) == nil {
      contents[path] = FileManager.default.contents(atPath: course.root.appending(path: path).path)
    }
    for exercise in Catalogue.exercises where course.has(exercise) {
      for name in exercise.files {
        let stub = course.stub(name, of: exercise).map { Data($0.utf8) }
        if let stub { contents["Exercises/\(exercise.folder)/\(name)"] = stub }
      }
    }
    return contents
  }

  /// A text without the sections for teachers.
  static func partForStudents(of text: String) -> String {
    text.split(separator: "\n## Which files are compiled\n", maxSplits: 1).first.map { $0 + "\n" } ?? text
  }

  private static func isFile(_ url: URL) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
      == .typeRegular
  }

  /// The paths of the files below a folder; links are not followed.
  private static func paths(in root: URL, _ folder: String) -> [String] {
    let url = folder.isEmpty ? root : root.appending(path: folder)
    guard let names = FileManager.default.enumerator(atPath: url.path) else { return [] }
    return names.compactMap { $0 as? String }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }.filter { path in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: root.appending(path: path).path, isDirectory: &isFolder)
      return !exists || !isFolder.boolValue
    }
  }

  struct NotEmpty: Error, CustomStringConvertible {
    let path: String
    var description: String {
      "'\(path)' is not an empty folder. Name one that is empty, or one that does not exist yet."
    }
  }

  /// Grades the exercises of a student's copy on GitHub, and shows the table on the run's page.
  private var workflow: String {
    """
    name: Exercises

    on: [push, workflow_dispatch]

    jobs:
      grade:
        runs-on: ubuntu-latest
        container: swift:6.3
        timeout-minutes: 60
        defaults:
          run:
            shell: bash
        steps:
          - uses: actions/checkout@v4
          - run: swift run course grade --format markdown --output grades.md
          - run: cat grades.md >> "$GITHUB_STEP_SUMMARY"

    """
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
      swift run course          # where you are, and what comes next
      swift run course check    # builds the current exercise and runs its tests
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

      On GitHub, `.github/workflows/exercises.yml` grades your exercises after every push and shows the points on the
      run's page. `.devcontainer` describes a container with the toolchain, for VS Code and Codespaces.

      | exercise | you write | points |
      | --- | --- | ---: |
      \(rows.joined(separator: "\n"))

      `Lessons/README.md` lists the lessons, `Exercises/README.md` says more about the exercises.

      """
  }
}
