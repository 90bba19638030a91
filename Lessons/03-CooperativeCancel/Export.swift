import Foundation
import MiniOperations
import Synchronization

/// Writes a photo into a file, row by row.
class Export: MiniOperation, @unchecked Sendable {
  // Unchecked: the file is constant.
  let file: PhotoFile

  init(to file: PhotoFile) { self.file = file }
}

// snippet: afterTheLoop
/// Cleans up after the loop.
final class AfterTheLoop: Export, @unchecked Sendable {
  override func main() {
    do {
      var isDone = false
      while !isCancelled && !isDone { isDone = try file.writeRow() }
      if !isDone { file.remove() }
    } catch {
      // An error must not leave this method.
    }
  }
}
// end

// snippet: defer
/// Cleans up in a `defer`.
final class InADefer: Export, @unchecked Sendable {
  override func main() {
    var isDone = false
    defer { if !isDone { file.remove() } }
    do {
      while !isCancelled && !isDone { isDone = try file.writeRow() }
    } catch {
      // An error must not leave this method.
    }
  }
}
// end

/// A file in the system's temporary folder, half written until it has fifty rows.
final class PhotoFile: Sendable {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "lesson03-\(UUID().uuidString).part")
  private let rows = Mutex(0)
  private let interruption = Mutex<(@Sendable () throws -> Void)?>(nil)

  /// Whether the file exists.
  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Makes something happen while row 12 is written.
  func inRow12(_ body: @escaping @Sendable () throws -> Void) { interruption.withLock { $0 = body } }

  /// Appends a row, and creates the file if there is none; true when it was the last.
  func writeRow() throws -> Bool {
    let row = rows.withLock { rows in
      rows += 1
      return rows
    }
    if !exists { try Data().write(to: url) }
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("row \(row)\n".utf8))
    try handle.close()
    // Taken out, because it retains the operation, which retains this file.
    if row == 12, let body = interruption.withLock({ $0.take() }) { try body() }
    return row == 50
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// The error of a full disk.
struct DiskIsFull: Error {}
