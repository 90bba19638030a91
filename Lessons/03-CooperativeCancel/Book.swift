import Foundation
import LessonKit
import MiniOperations
import Synchronization

/// Ten pages of five lines, which an operation reads one after the other.
///
/// In a chosen line another thread cancels the operation, and the reader continues only after
/// that. So each run is the same, and no step relies on a sleep that is long enough.
final class Book: Sendable {
  static let pages = 10
  static let linesOfPage = 5

  private let title: String
  private let show: Show
  private let readSoFar = Mutex(0)
  private let interruption = Mutex<(line: Int, action: @Sendable () -> Void)?>(nil)

  init(_ title: String, _ show: Show) {
    self.title = title
    self.show = show
  }

  /// The number of lines that have been read.
  var linesRead: Int { readSoFar.withLock { $0 } }

  /// Makes `user` cancel the operation while this line is read.
  func cancel(_ operation: MiniOperation, on user: RunLoopThread, inLine line: Int) {
    interruption.withLock { $0 = (line, { user.postAndWait { operation.cancel() } }) }
  }

  /// Reads a line; true when it was the last.
  func readLine() -> Bool {
    let line = readSoFar.withLock { lines in
      lines += 1
      return lines
    }
    show.count(title, line)
    let action = interruption.withLock { stored -> (@Sendable () -> Void)? in
      guard stored?.line == line else { return nil }
      // Removed here, because it retains the operation, which retains this book.
      return stored.take()?.action
    }
    action?()
    return line == Book.pages * Book.linesOfPage
  }

  /// Reads a page; true when it was the last.
  func readPage() -> Bool {
    var isLast = false
    for _ in 0..<Book.linesOfPage { isLast = readLine() }
    return isLast
  }

  /// Reads all lines without checking.
  func readAll() -> Bool {
    while !readLine() {}
    return true
  }
}

/// A file in the system's temporary folder, incomplete until the last line is written.
final class PartFile: Sendable {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "lesson03-\(UUID().uuidString).part")

  /// Whether the file exists.
  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Appends a line, and creates the file if it does not exist.
  func write(_ line: String) throws {
    if !exists { try Data().write(to: url) }
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\(line)\n".utf8))
    try handle.close()
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(at: url) }
}
