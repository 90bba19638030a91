import CourseKit
import Foundation

extension Course {
  /// The course that these tests belong to.
  static let ofThisPackage: Course = {
    var folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    repeat {
      folder = folder.deletingLastPathComponent()
    } while !FileManager.default.fileExists(
      atPath: folder.appending(path: "Lessons").path)
    return Course(root: folder)
  }()
}
