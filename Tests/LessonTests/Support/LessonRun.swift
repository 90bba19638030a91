import Foundation
import Synchronization
import Testing

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
  init(_ number: Int, output kind: Output = .file, _ flags: String...) throws {
    try self.init(number, output: kind, flags)
  }

  fileprivate init(_ number: Int, output kind: Output = .file, _ flags: [String]) throws {
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
    try process.run()
    process.waitUntilExit()
    output = try files[0].text
    errors = try files[1].text
    exitCode = process.terminationStatus
  }

  /// The run with these flags that all tests share, for what one run shows.
  static func shared(_ number: Int, _ flags: String...) throws -> LessonRun {
    let run = runs.withLock { runs in
      let key = "\(number) \(flags.joined(separator: " "))"
      if let run = runs[key] { return run }
      let run = SharedRun(number, flags)
      runs[key] = run
      return run
    }
    return try run.result
  }

  private static let runs = Mutex<[String: SharedRun]>([:])

  /// The claims that held.
  var claims: [String] { marked("✓ ") }

  /// The claims that did not.
  var brokenClaims: [String] { marked("✗ ") }

  /// The lines that have a time and a thread, without these two, which differ from run to run.
  var narration: [String] {
    output.split(separator: "\n").compactMap { line in
      line.prefixMatch(of: /^ *[0-9]+\.[0-9]{3}  .{10,}? +/).map { String(line[$0.range.upperBound...]) }
    }
  }

  private func marked(_ mark: String) -> [String] {
    output.split(separator: "\n").filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }

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

/// A run that the first test that wants its result makes; others wait for it.
private final class SharedRun: Sendable {
  private let number: Int
  private let flags: [String]
  private let made = Mutex<LessonRun?>(nil)

  init(_ number: Int, _ flags: [String]) { (self.number, self.flags) = (number, flags) }

  var result: LessonRun {
    get throws {
      try made.withLock { made in
        if let run = made { return run }
        let run = try LessonRun(number, flags)
        made = run
        return run
      }
    }
  }
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
