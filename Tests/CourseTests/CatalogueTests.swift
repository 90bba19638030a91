import CourseKit
import Foundation
import Testing

/// The catalogue, the manifest and the folders are three lists of the same things.
@Suite struct `The catalogue` {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `The manifest lists the same lessons and exercises`() throws {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let listed = manifest.matches(of: /"([0-9]{2}-[A-Za-z]+)"/).map { String($0.1) }
    #expect(listed == Catalogue.lessons.map(\.folder) + Catalogue.exercises.map(\.folder))
  }

  @Test func `They are numbered without a gap`() {
    #expect(Catalogue.lessons.map(\.number) == Array(0...22))
    #expect(Catalogue.exercises.map(\.number) == Array(1...15))
  }
}
