import CourseKit
import Foundation
import TestSupport
import Testing

struct `What VS Code offers` {
  @Test func `Every lesson can be debugged`() throws {
    let numbers = try packageFile(".vscode/launch.json").matches(of: /"(\d\d)"/).map { String($0.1) }
    #expect(numbers == Catalogue.lessons.map { String($0.folder.prefix(2)) })
  }
}
