import Foundation
import Synchronization

/// The pipes that were open before any code of an exercise ran.
///
/// Through one of them a requirement's process reports the expectations that failed. Code that closed it
/// would be believed to have none, so they are checked whenever one fails, and at the end. Other files may
/// come and go: the system's libraries read something about the machine when they first need to.
final class OpenPipes: Sendable {
  private struct Pipe: Equatable {
    let device: dev_t
    let number: ino_t

    init?(_ descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
      device = status.st_dev
      number = status.st_ino
    }
  }

  private let before: [(descriptor: Int32, pipe: Pipe)]
  private let wereTouched = Mutex(false)

  init() {
    // Standard output belongs to the whole process; on standard error the last word is said.
    before = (2..<256).compactMap { descriptor in Pipe(descriptor).map { (descriptor, $0) } }
  }

  /// Looks whether all of them are still there; what was missing once is not forgotten.
  func look() {
    let isTouched = before.contains { Pipe($0.descriptor) != $0.pipe }
    wereTouched.withLock { $0 = $0 || isTouched }
  }

  var areUntouched: Bool {
    look()
    return wereTouched.withLock { !$0 }
  }
}
