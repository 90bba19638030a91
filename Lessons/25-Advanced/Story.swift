import MiniOperations
import Synchronization

/// One step: a queue that sends one photo at a time, one with the automatic limit for what waits, and a
/// clock.
final class Story: Sendable {
  let uploads = MiniOperationQueue()
  let waiting = MiniOperationQueue()
  let time = VirtualTime()
  private let counts = Mutex<[String: Int]>([:])
  private let written = Mutex<[String]>([])
  private let log: @Sendable (_ text: String, _ name: String) -> Void

  init(log: @escaping @Sendable (String, String) -> Void) {
    self.log = log
    uploads.maxConcurrentOperationCount = 1
  }

  var lines: [String] { written.withLock { $0 } }

  func write(_ text: String, _ name: String) {
    let line = "\(text) at \(time.now)"
    log(line, name)
    written.withLock { $0.append("\(name) \(line)") }
  }

  /// Whether the server takes the photo: it does from this try on.
  func sends(_ name: String, succeedsAt number: Int) -> Bool {
    let count = counts.withLock {
      $0[name, default: 0] += 1
      return $0[name]!
    }
    write(count < number ? "busy" : "sent", name)
    return count >= number
  }

  func attempt(_ name: String, succeedsAt number: Int) -> Attempt {
    Attempt(name) { [self] in sends(name, succeedsAt: number) }
  }

  /// Lets the time pass, one pause after the other, when somebody waits for it.
  func pass(_ pauses: [Duration]) {
    for pause in pauses {
      time.waitForSleepers(1)
      time.advance(by: pause)
    }
  }
}
