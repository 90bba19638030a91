import ExerciseSupport
import Foundation
import MiniOperations

@testable import Exercise13

/// An outbox, its queue, and the texts that it has sent.
final class Fixture: Sendable {
  let sent = Notes()
  let queue = MiniOperationQueue()
  let outbox: Outbox

  /// Makes an outbox with messages in a suspended queue; `sending` is called before a message counts as sent.
  init(_ texts: [String] = [], sending: @escaping @Sendable (Message) -> Void = { _ in }) {
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    outbox = Outbox(queue) { [sent] message in
      sending(message)
      sent(message.text)
    }
    for text in texts { outbox.add(Message(text)) }
  }

  /// How many operations are in the queue, for a failure's comment.
  var operations: String { counted(queue.operationCount) }

  /// Resumes the queue, and waits until it is empty.
  func sendAll() {
    queue.isSuspended = false
    _ = queue.empties()
  }
}

extension Outbox {
  /// The number that `close` returns, or "an error".
  func closing(_ file: URL) -> String {
    do { return "\(try close(savingTo: file))" } catch { return "an error" }
  }

  /// The number that `restore` returns, or "an error".
  func restoring(_ file: URL) -> String {
    do { return "\(try restore(from: file))" } catch { return "an error" }
  }
}

/// A number of operations, for a failure's comment.
func counted(_ operations: Int) -> String { operations == 1 ? "1 operation" : "\(operations) operations" }

/// Runs `body` with the name of a file that does not exist yet, in a folder of its own.
///
/// The name has characters that are encoded in a URL.
func withFile(_ body: (URL) -> Void) {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  body(folder.appending(path: "100 % of the messages"))
}

/// Runs `body` where no file can be longer than so many bytes, as on a disk that is full.
func withFilesUpTo<Result>(bytes: Int, _ body: () -> Result) -> Result {
  // A process that writes more would be ended by this signal; without it the call fails.
  let handler = signal(SIGXFSZ, SIG_IGN)
  defer { signal(SIGXFSZ, handler) }
  #if canImport(Glibc)
    let files = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let files = RLIMIT_FSIZE
  #endif
  var before = rlimit()
  getrlimit(files, &before)
  var limit = before
  limit.rlim_cur = rlim_t(bytes)
  setrlimit(files, &limit)
  defer { setrlimit(files, &before) }
  return body()
}
