import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that one process at a time may hold; the system releases it however that process ends.
final class FileLock: Sendable {
  /// The text that its former owner wrote in it.
  let before: String
  private let descriptor: Int32

  /// Takes the file and writes into it, or says who has it.
  init(_ file: URL, writing text: String) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
    let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0
    before = Files.text(file) ?? ""
    // Thrown from here on, deinit still closes the file; to close it here too could close another file.
    if isTaken { throw Taken(text: before) }
    try Data(text.utf8).write(to: file)
  }

  /// Unlocks the file, and does not leave that to closing it: a program that is being started has a copy of the
  /// descriptor for a moment, and the lock would stay as long as the copy.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Another process has it, and wrote this.
  struct Taken: Error { let text: String }
}
