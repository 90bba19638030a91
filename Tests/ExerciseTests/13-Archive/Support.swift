import ExerciseSupport
import Foundation
import MiniOperations

@testable import Exercise13

/// A desk, its queue, and what it has sent.
final class DeskFixture: Sendable {
  let sent = Notes()
  let queue = MiniOperationQueue()
  let desk: Desk

  /// Makes an fixture that sends one letter at a time; `sending` is called while a letter is being sent.
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

extension DeskFixture {
  /// Makes an fixture whose queue is suspended, with letters.
  convenience init(_ texts: [String]) {
    self.init(isSuspended: true)
    for text in texts { desk.add(Letter(text)) }
  }

  /// Gets letters: added one by one, or restored from a file that another desk has left there.
  func take(_ texts: [String], from file: URL?) {
    guard let file else { return texts.forEach { desk.add(Letter($0)) } }
    _ = DeskFixture(texts).desk.closing(file)
    _ = desk.restoring(file)
  }
}

/// Something that an answer may show or not.
final class Sign: @unchecked Sendable {
  // Unchecked: `isGiven` is touched while `condition` is locked.
  private let condition = Condition(name: "sign")
  private var isGiven = false

  func give() {
    condition.withLock {
      isGiven = true
      condition.broadcast()
    }
  }

  /// Waits for the sign, but not for long: nothing depends on it but how likely a mistake is to be seen.
  func waitForAWhile() {
    condition.withLock {
      let limit = SystemTime().now + .milliseconds(300)
      while !isGiven, condition.wait(until: limit) {}
    }
  }
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

/// Runs `body` with the name of a file that is not there yet, in a folder of its own.
///
/// The name has what a path that was encoded for the web writes in another way.
func withFile(_ body: (URL) throws -> Void) rethrows {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.appending(path: "100 % of the letters"))
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

extension Log<Letter> {
  /// The texts and priorities, for a failure's comment.
  var text: String {
    entries.isEmpty ? "nothing" : entries.map { "\($0.text) (\($0.priority))" }.joined(separator: ", ")
  }
}
