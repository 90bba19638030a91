import Foundation
import Synchronization

/// The files that were open before any code of an exercise ran.
///
/// Through one of them a requirement's process tells of the expectations that failed. Code that closed it
/// would be believed to have none, so they are looked at whenever one fails, and at the end.
final class OpenFiles: Sendable {
  private struct File: Equatable {
    let device: dev_t
    let number: ino_t

    init?(_ descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      device = status.st_dev
      number = status.st_ino
    }
  }

  private let before: [(descriptor: Int32, file: File)]
  private let wereTouched = Mutex(false)

  init() {
    before = (0..<256).compactMap { descriptor in File(descriptor).map { (descriptor, $0) } }
  }

  /// Looks whether all of them are still there; what was missing once is not forgotten.
  func look() {
    let isTouched = before.contains { File($0.descriptor) != $0.file }
    wereTouched.withLock { $0 = $0 || isTouched }
  }

  var areUntouched: Bool {
    look()
    return wereTouched.withLock { !$0 }
  }
}
