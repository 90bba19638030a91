import ExerciseSupport
import Foundation
import MiniOperations

@testable import Exercise13

/// A desk, its queue, and what it has sent.
final class Office: Sendable {
  let sent = Notes()
  let queue = MiniOperationQueue()
  let desk: Desk

  /// Makes an office that sends one letter at a time; `sending` is called while a letter is being sent.
  init(
    isSuspended: Bool = false, atATime limit: Int = 1,
    sending: @escaping @Sendable (Letter) -> Void = { _ in }
  ) {
    queue.maxConcurrentOperationCount = limit
    queue.isSuspended = isSuspended
    desk = Desk(queue) { [sent] letter in
      sending(letter)
      sent(letter.text)
    }
  }

  /// Lets everything that is in the queue be sent.
  func sendAll() {
    queue.isSuspended = false
    _ = queue.empties()
  }
}

/// Runs `body` with the name of a file that is not there yet, in a folder of its own.
func withFile(_ body: (URL) throws -> Void) rethrows {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.appending(path: "letters"))
}

extension Desk {
  /// How many letters were saved, or why none.
  func closing(_ file: URL) -> String {
    do { return "\(try close(savingTo: file)) saved" } catch { return "an error" }
  }

  /// How many letters were restored, or why none.
  func restoring(_ file: URL) -> String {
    do { return "\(try restore(from: file)) restored" } catch { return "an error" }
  }
}
