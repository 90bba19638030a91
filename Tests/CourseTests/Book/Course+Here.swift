import CourseKit
import TestSupport

extension Course {
  /// The course that these tests belong to.
  static let ofThisPackage = Course(root: packageFolder)
}
