import Foundation
import Testing

@Suite struct `The files of a timeline` {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)")

  @Test func `With --quiet they are still written`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.html")
    let trace = folder.appending(path: "trace.json")
    let run = try LessonRun(11, "--fast", "--quiet", "--html", page.path, "--trace", trace.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try String(contentsOf: page, encoding: .utf8).hasSuffix("</html>\n"))
    #expect(try JSONSerialization.jsonObject(with: Data(contentsOf: trace)) is [String: Any])
  }

  @Test func `A file that cannot be written is an error that names it, and 2`() throws {
    let path = folder.appending(path: "nowhere/page.html").path
    let run = try LessonRun(11, "--fast", "--html", path)
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("The page could not be written to \(path): "), "\(run.errors)")
  }

  @Test func `Ctrl-C leaves the recording so far`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.html")
    let process = Process()
    process.executableURL = LessonRun.program(12)
    process.arguments = ["--html", page.path]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Its first line is said when the lesson is ready to be interrupted.
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    process.interrupt()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(said == "\nInterrupted. The page until here is in \(page.path).\n")
    #expect(try String(contentsOf: page, encoding: .utf8).hasSuffix("</html>\n"))
  }
}
