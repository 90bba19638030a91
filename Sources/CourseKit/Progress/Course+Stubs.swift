import Foundation

extension Course {
  /// The original text of a stub; nil if no copy was kept.
  package func stub(_ name: String, of exercise: Exercise) -> String? {
    Files.text(root.appending(path: ".course/stubs/\(exercise.folder)/\(name)"))
  }

  /// Keeps a copy of every stub, so that a learner can restore it.
  package func keepStubs() throws {
    for exercise in Catalogue.exercises where has(exercise) {
      for name in exercise.files {
        guard let text = Files.text(folder(of: exercise).appending(path: name)) else { continue }
        try Files.write(text, to: root.appending(path: ".course/stubs/\(exercise.folder)/\(name)"))
      }
    }
  }

  /// Whether the learner's files of an exercise are its stubs.
  package func isUntouched(_ exercise: Exercise) -> Bool {
    exercise.files.allSatisfy { name in
      let text = Files.text(folder(of: exercise).appending(path: name))
      return text != nil && text == stub(name, of: exercise)
    }
  }

  /// The learner's answer, by file.
  package func answers(to exercise: Exercise) -> [(name: String, text: String)] {
    exercise.files.compactMap { name in
      Files.text(folder(of: exercise).appending(path: name)).map { (name, $0) }
    }
  }

  /// The solution, by file; empty in the student edition.
  package func solution(of exercise: Exercise) -> [(name: String, text: String)] {
    answer("Solution", to: exercise)
  }

  /// The other right answer, by file; empty in the student edition.
  package func alternative(to exercise: Exercise) -> [(name: String, text: String)] {
    answer("Alternative", to: exercise)
  }

  private func answer(_ kind: String, to exercise: Exercise) -> [(name: String, text: String)] {
    let folder = folder(of: exercise).appending(path: kind)
    return Files.names(in: folder).filter { $0.hasSuffix(".swift") }.compactMap { name in
      Files.text(folder.appending(path: name)).map { (name, $0) }
    }
  }

  /// The file that is the same in every exercise: it makes the locks in the other files visible to the
  /// Explorer.
  package func given(of exercise: Exercise) -> [(name: String, text: String)] {
    let name = "VisibleLocks.swift"
    return Files.text(folder(of: exercise).appending(path: name)).map { [(name, $0)] } ?? []
  }

  /// A text of an exercise, such as `Hints/1.md`.
  package func text(_ name: String, of exercise: Exercise) -> String? {
    Files.text(folder(of: exercise).appending(path: name))
  }

  /// A text that the edition has for its learners, for example where to get solutions.
  package func note(_ name: String) -> String? { Files.text(root.appending(path: ".course/\(name)")) }

  /// When each of an exercise's files was last written.
  package func lastChange(of exercise: Exercise) -> [Date?] {
    exercise.files.map { name in
      let path = folder(of: exercise).appending(path: name).path
      return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
  }

  /// Restores the stubs of an exercise and keeps the learner's files; returns the paths of the kept files.
  package func reset(_ exercise: Exercise) throws -> [String] {
    let stubs = exercise.files.compactMap { name in stub(name, of: exercise).map { (name, $0) } }
    guard stubs.count == exercise.files.count else {
      throw CourseError(
        "no copy of the stub is in .course/stubs/\(exercise.folder). 'git checkout' can restore an older "
          + "version."
      )
    }
    let time = Date().formatted(.iso8601.dateTimeSeparator(.standard).timeSeparator(.omitted))
    var kept: [String] = []
    for (name, stub) in stubs {
      let file = folder(of: exercise).appending(path: name)
      guard Files.exists(file) else { continue }
      // As bytes: a file that is not UTF-8 is kept unchanged, and one that cannot be read is not replaced.
      guard let data = FileManager.default.contents(atPath: file.path) else {
        throw CocoaError(.fileReadNoPermission, userInfo: [NSFilePathErrorKey: file.path])
      }
      guard Files.withLineFeeds(String(decoding: data, as: UTF8.self)) != stub else { continue }
      let path = ".course/backups/\(exercise.folder)/\(time)-\(name)"
      try Files.write(data, to: root.appending(path: path))
      kept.append(path)
    }
    // Only now, when every file that is replaced has been kept.
    for (name, stub) in stubs { try Files.write(stub, to: folder(of: exercise).appending(path: name)) }
    return kept
  }
}
