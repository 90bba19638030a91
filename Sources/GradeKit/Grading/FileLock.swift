import CourseKit
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that one process at a time can hold, or several together; the system releases it however a process
/// ends.
final class FileLock: Sendable {
  /// The text that the former owner wrote into it.
  let before: String
  private let descriptor: Int32

  /// Locks the file and writes into it, or throws the text of the owner, unless the caller waits for it
  /// next.
  init(_ file: URL, writing text: String, waits: Bool = false) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
    let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && !waits
    before = Files.text(file) ?? ""
    // After a throw from here on, deinit still closes the file; closing it here too could close another file.
    if isTaken { throw Taken(text: before) }
    try Data(text.utf8).write(to: file)
  }

  /// Waits until nobody else holds it.
  func takeAlone() throws {
    // Two who share it and both want it alone would wait for each other if neither gave up its own first.
    flock(descriptor, LOCK_UN)
    try take(LOCK_EX)
  }

  /// Holds it together with others who share it; before that, another process may hold it alone.
  func share() throws { try take(LOCK_SH) }

  private func take(_ kind: Int32) throws {
    while flock(descriptor, kind) != 0 {
      guard errno != EINTR else { continue }
      throw CourseError(
        "\(String(cString: strerror(errno))): this folder cannot be locked. Use one on a local disk.")
    }
  }

  /// Unlocks the file explicitly instead of by closing it: a program that is being started has a copy of the
  /// descriptor for a moment, and the lock would last as long as the copy.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The error that another process holds the lock, with the text that it wrote.
  struct Taken: Error { let text: String }
}
