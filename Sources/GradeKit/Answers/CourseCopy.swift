import CourseKit
import Foundation
import Terminal

/// Copies parts of a course without its answers: for students, for grading, and to try changes.
package struct CourseCopy {
  private let course: Course

  /// The copies of one course.
  package init(_ course: Course) { self.course = course }

  /// The parts that the tests of the exercises need: no answers to look up.
  package static let forGrading = [
    "Package.swift", "Sources", "Exercises", "Tests/ExerciseSupport", "Tests/ExerciseTests",
  ]

  /// Makes a folder hold these parts of the course and nothing else; its exercises are stubs, without
  /// answers.
  ///
  /// A file that is up to date is not written again, so that builds made from it stay valid.
  package func copy(_ parts: [String], to folder: URL) throws {
    let wanted = contents(of: parts)
    for path in CourseCopy.paths(in: folder, "") where wanted[path] == nil && !path.hasPrefix(".git/") {
      try Files.removeIfThere(folder.appending(path: path))
    }
    for (path, data) in wanted.sorted(by: { $0.key < $1.key }) {
      let file = folder.appending(path: path)
      if CourseCopy.isFile(file), FileManager.default.contents(atPath: file.path) == data { continue }
      try Files.removeIfThere(file)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
  }

  /// A fingerprint of parts of the course, which is the same as long as nothing in them changes.
  package func fingerprint(of parts: [String]) -> String {
    Fingerprint(
      contents(of: parts).sorted { $0.key < $1.key }.flatMap {
        [$0.key, String(decoding: $0.value, as: UTF8.self)]
      }
    ).text
  }

  private func contents(of parts: [String]) -> [String: Data] {
    let paths = parts.flatMap { part in
      CourseCopy.isFile(course.root.appending(path: part)) ? [part] : CourseCopy.paths(in: course.root, part)
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

  package static func isFile(_ url: URL) -> Bool {
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
}
