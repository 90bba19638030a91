import CourseKit
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LessonKit

/// One run of a lesson's program without a terminal.
struct LessonRun {
  let output: String
  let errors: String
  let exitCode: Int32

  /// What the lesson's standard output is.
  enum Output {
    case file
    /// A pipe whose reader has closed it, as `head` does.
    case closed
    /// A device without space for a byte.
    case full
  }

  /// Runs a lesson with these flags and waits for its end, with no input and no terminal.
  init(_ number: Int, output kind: Output = .file, _ flags: String...) async throws {
    try await self.init(number, output: kind, flags)
  }

  /// Runs a lesson with the flags of a list.
  init(_ number: Int, output kind: Output = .file, _ flags: [String]) async throws {
    let process = Process()
    process.executableURL = LessonRun.program(number)
    process.arguments = flags
    process.environment = ProcessInfo.processInfo.environment.merging(["LANG": "C.UTF-8"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    let files = try [TemporaryFile(), TemporaryFile()]
    process.standardOutput = files[0].handle
    if kind == .closed {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      process.standardOutput = pipe
    }
    if kind == .full {
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
    }
    process.standardError = files[1].handle
    // A test that waits for a lesson must not keep one of the few threads of Swift's pool.
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    output = try files[0].text
    errors = try files[1].text
    exitCode = process.terminationStatus
  }

  /// The one run of a lesson that all tests share, and its record; beside Foundation if the lesson has that
  /// flag.
  static func recorded(_ number: Int) async throws -> Recorded {
    let run = runs.withLock { runs in
      if let run = runs.made[number] { return run }
      // One after the other: a lesson measures times, and all tests begin at once.
      let run = Task<Recorded, any Error> { [last = runs.last] in
        _ = await last?.result
        let flags = try comparesWithFoundation(number) ? ["--foundation"] : []
        let run = try await LessonRun(number, ["--fast", "--json"] + flags)
        return (run, try JSONDecoder().decode(Record.self, from: Data(run.output.utf8)))
      }
      (runs.made[number], runs.last) = (run, run)
      return run
    }
    return try await run.value
  }

  /// Whether a lesson has the flag `--foundation`.
  static func comparesWithFoundation(_ number: Int) throws -> Bool {
    try source(number).contains(/\boptions: \[[^\n]*\.foundation\b|, \.foundation\b/)
  }

  /// A lesson's `main.swift`.
  static func source(_ number: Int) throws -> String {
    let folder = try #require(Catalogue.lesson(number)).folder
    let file = packageFolder.appending(path: "Lessons/\(folder)/main.swift")
    return try String(contentsOf: file, encoding: .utf8)
  }

  typealias Recorded = (run: LessonRun, record: Record)
  private typealias Runs = (made: [Int: Task<Recorded, any Error>], last: Task<Recorded, any Error>?)
  private static let runs = Mutex<Runs>(([:], nil))

  /// The claims that held.
  var claims: [Substring] { output.split(separator: "\n").filter { $0.hasPrefix("✓ ") } }

  /// The built program of a lesson.
  static func program(_ number: Int) -> URL {
    products.appending(path: "lesson\(number < 10 ? "0" : "")\(number)")
  }

  /// The folder of the built programs, which is that of the tests.
  private static let products: URL = {
    #if os(macOS)
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL.deletingLastPathComponent()
    #else
      URL(filePath: CommandLine.arguments[0]).standardizedFileURL.deletingLastPathComponent()
    #endif
  }()
}

/// A file that is removed with its last reference.
///
/// Output goes to files and not through pipes, which a lesson that prints much would fill.
private final class TemporaryFile {
  private let url = FileManager.default.temporaryDirectory.appending(path: "lesson-\(UUID().uuidString).txt")
  let handle: FileHandle

  init() throws {
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var text: String { get throws { try String(contentsOf: url, encoding: .utf8) } }
}
