import Foundation

/// The folder of a course, and the places of its parts.
package struct Course: Sendable {
  /// The folder with `Package.swift`.
  package let root: URL
  /// The folder for builds, separate from that of `swift build`, so that neither waits for the other.
  package let scratch: URL

  /// Makes a course in that folder; builds go into its `.build/course` unless `scratch` names another place.
  package init(root: URL, scratch: URL? = nil) {
    self.root = root
    self.scratch = scratch ?? root.appending(path: ".build/course")
  }

  /// The course that contains the working directory; nil if there is none.
  package static func current() -> Course? {
    var folder = URL(filePath: FileManager.default.currentDirectoryPath).standardizedFileURL
    while true {
      let isCourse = ["Package.swift", "Exercises", "Sources/CourseKit/Catalogue"].allSatisfy {
        FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
      }
      if isCourse { return Course(root: folder) }
      let parent = folder.deletingLastPathComponent()
      if parent.path == folder.path { return nil }
      folder = parent
    }
  }

  package func folder(of exercise: Exercise) -> URL { root.appending(path: "Exercises/\(exercise.folder)") }
  package func folder(of lesson: LessonEntry) -> URL { root.appending(path: "Lessons/\(lesson.folder)") }
  package func tests(of exercise: Exercise) -> URL {
    root.appending(path: "Tests/ExerciseTests/\(exercise.folder)")
  }

  /// Whether this copy has the commands for teachers and authors; the student edition lacks them.
  package var isForTeaching: Bool { Files.exists(root.appending(path: "Sources/GradeKit")) }

  /// Whether it is there yet.
  package func has(_ exercise: Exercise) -> Bool { Files.exists(folder(of: exercise)) }
  /// Whether it is there yet.
  package func has(_ lesson: LessonEntry) -> Bool { Files.exists(folder(of: lesson)) }

  /// Whether a lesson has been built before.
  package func isBuilt(_ lesson: LessonEntry) -> Bool {
    Files.exists(root.appending(path: ".build/debug/\(lesson.program)"))
  }

  /// Runs a lesson in the terminal and returns its exit code.
  package func run(_ lesson: LessonEntry, _ flags: [String]) -> Int32 {
    Programs.runInFront(["swift", "run", "-q", lesson.program] + flags, in: root)
  }

  /// Writes the book into a folder, and returns the exit code of the program that does it.
  ///
  /// Another program does it, because it runs the framework and the Explorer, which `course` is built
  /// without.
  package func writeBook(to folder: String, edition: String) -> Int32 {
    Programs.runInFront(["swift", "run", "-q", "book", folder, "--edition", edition], in: root)
  }

  /// The paths of a Build stop's text and of the files that are new in its stages, relative to the root.
  package func paths(of build: Build) -> [String] {
    let stages = root.appending(path: "Lessons/Stages")
    let folders = Files.names(in: stages).filter { name in
      build.stages.contains { name.hasPrefix("Stage\($0)") }
    }
    let files = folders.flatMap { folder in
      Files.names(in: stages.appending(path: folder)).map { "\(folder)/\($0)" }
    }
    // A link is a file of an earlier stage.
    let new = files.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: stages.appending(path: $0).path)) == nil
    }
    return ["Lessons/Stages/README.md"] + new.map { "Lessons/Stages/\($0)" }
  }

  /// The paths of its files, relative to the root.
  package func paths(of exercise: Exercise) -> [String] {
    exercise.files.map { "Exercises/\(exercise.folder)/\($0)" }
  }
}

/// Small helpers for files.
package enum Files {
  package static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  /// The text of a file with line feeds as line ends, also if the file has others.
  package static func text(_ url: URL) -> String? {
    FileManager.default.contents(atPath: url.path).map { withLineFeeds(String(decoding: $0, as: UTF8.self)) }
  }

  /// A text in which every line ends with a line feed alone.
  package static func withLineFeeds(_ text: String) -> String {
    // Swift sees the pair as one character, which equals neither of its parts.
    text.utf8.contains(13) ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
  }

  /// The names in a folder, sorted, without those that begin with a dot.
  package static func names(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The names of the folders in a folder, sorted.
  package static func folders(in folder: URL) -> [String] {
    names(in: folder).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.appending(path: name).path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  /// Writes a file atomically: a reader sees the old text or the new one, never a part.
  package static func write(_ text: String, to url: URL) throws { try write(Data(text.utf8), to: url) }

  /// The same with bytes.
  package static func write(_ data: Data, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }

  package static func removeIfThere(_ url: URL) throws {
    if (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil {
      try FileManager.default.removeItem(at: url)
    }
  }
}
