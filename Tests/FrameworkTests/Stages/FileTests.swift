import Foundation
import TestSupport
import Testing

@testable import stages

/// The stages are files to be read; this checks their sizes, and the links to their files.
@Suite struct `The files of the stages` {
  static let folder = packageFolder.appending(path: "Lessons/Stages")

  /// The Swift files of the six stages that are files and not links, with their texts.
  static func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for stage in Stage.all {
      let folder = folder.appending(path: stage.folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let file = folder.appending(path: name)
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) != nil
        if !isLink { files["\(stage.folder)/\(name)"] = try String(contentsOf: file, encoding: .utf8) }
      }
    }
    return files
  }

  private func lineCount(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
  }

  @Test func `Each stage has one file of under 150 lines, and 800 are enough for all, scenarios included`()
    throws
  {
    let files = try Self.files()
    for stage in Stage.all {
      let text = try #require(files[stage.path])
      #expect(lineCount(text) < 150, "\(stage.path) has \(lineCount(text)) lines")
      #expect(!text.contains("TO" + "DO") && !text.contains("FIX" + "ME"), "\(stage.path) is not finished")
      let own = files.keys.filter { $0.hasPrefix(stage.folder + "/") }
      let scenario = stage.breaks.map { "\(stage.folder)/\($0.file)" }
      #expect(
        Set(own).subtracting([stage.path, scenario, "\(stage.folder)/NotYet.swift"].compactMap { $0 }).isEmpty
      )
      if let scenario { #expect(files[scenario] != nil) }
    }
    let all = files.values.reduce(0) { $0 + lineCount($1) }
    #expect(all <= 800, "all files together have \(all) lines")
  }

  @Test func `What is new is marked in every file that has a file before it`() throws {
    let files = try Self.files()
    for stage in Stage.all
    where Stage.all.contains(where: { $0.number == stage.number - 1 && $0.file == stage.file }) {
      let marks = try #require(files[stage.path]).components(separatedBy: "// New: ").count - 1
      #expect(marks >= 3, "\(stage.path) marks \(marks) places")
    }
  }

  @Test func `The text names every stage, its file, its scenario and its rows`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    let parts = text.components(separatedBy: "\n## ").dropFirst()
    for stage in Stage.all {
      let part = try #require(parts.first { $0.hasPrefix("\(stage.number). \(stage.name)") })
      #expect(part.contains("(\(stage.path))"))
      if let breaks = stage.breaks { #expect(part.contains("(\(stage.folder)/\(breaks.file))")) }
      let before = Stage.all.first { $0.number == stage.number - 1 }?.rows ?? []
      for row in stage.rows where !before.contains(row) {
        #expect(part.contains("\(row):"), "the part on stage \(stage.number) does not name \(row)")
      }
    }
  }
}
