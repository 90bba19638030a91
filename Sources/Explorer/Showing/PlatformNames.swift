import ExplorerHooks

/// What the platform's locks are called in a recorded schedule, and where threads use them.
///
/// A lock has no name of its own. It gets its type and a number, and the line where it was made or, if that
/// is not known, first used.
struct PlatformNames {
  private struct Lock {
    var name: String
    var origin: String
  }

  private var locks: [UInt64: Lock] = [:]
  private var counts: [String: Int] = [:]
  /// The lock that was made last: a condition consists of two.
  private var lastMade: (lock: UInt64, type: String, code: UInt)?
  /// Where each thread has called the platform last.
  private var places: [Int: String] = [:]
  /// Where the locks that are held were acquired.
  private var taken: [UInt64: String] = [:]

  /// Notes a call of a thread, and what it is about.
  mutating func note(_ request: SightRequest, _ lock: UInt64, by thread: Int, _ recorder: Recorder) {
    let place = recorder.markPlace(of: request.code)
    let type = String(cString: request.type)
    places[thread] = place
    if request.call == .make {
      if let last = lastMade, last.type == type, last.code == request.code, type == "NSCondition" {
        locks[lock] = locks[last.lock]
        lastMade = nil
        return
      }
      lastMade = (lock, type, request.code)
    }
    guard locks[lock] == nil || request.call == .make else { return }
    counts[type, default: 0] += 1
    let verb = request.call == .make ? "made" : "first used"
    locks[lock] = Lock(name: "\(type) \(counts[type]!)", origin: "\(verb)\(place)")
  }

  /// Notes where a thread waits for a queue.
  mutating func note(_ code: UInt, of thread: Int, _ recorder: Recorder) {
    places[thread] = recorder.markPlace(of: code)
  }

  mutating func take(_ lock: UInt64, by thread: Int) { taken[lock] = places[thread] }

  /// A lock in a row of a table, with the place of the thread's call.
  func label(of lock: UInt64, usedBy thread: Int) -> String? {
    locks[lock].map { $0.name + (places[thread] ?? "") }
  }

  /// A lock in a message.
  func fullName(of lock: UInt64) -> String? { locks[lock].map { "\($0.name) (\($0.origin))" } }

  /// Where a lock was acquired, as in " at Bank.swift:12".
  func placeTaken(_ lock: UInt64) -> String { taken[lock] ?? "" }

  /// Where a thread is that uses the platform, as in " at Bank.swift:12".
  func place(of thread: Int) -> String { places[thread] ?? "" }
}

extension Recorder {
  /// A mark that stands for the place of a call in a text, until the schedule has ended: to look it up takes
  /// long.
  func markPlace(of code: UInt) -> String { mark(CallSite(returningTo: code)) }

  func mark(_ site: CallSite) -> String {
    sites.append(site)
    return "\u{E000}\(sites.count - 1)\u{E001}"
  }

  /// The text with the places that its marks stand for.
  func resolved(_ text: String) -> String {
    guard text.contains("\u{E000}") else { return text }
    var whole = ""
    for (number, part) in text.split(separator: "\u{E000}", omittingEmptySubsequences: false).enumerated() {
      guard number > 0, let end = part.firstIndex(of: "\u{E001}") else {
        whole += part
        continue
      }
      whole += (place(ofMark: part[..<end]).map { " at \($0.short)" } ?? "") + part[part.index(after: end)...]
    }
    return whole
  }

  /// The text without its first mark, and the place that this one stands for.
  func parted(_ text: String) -> (words: String, place: SourcePlace?) {
    guard let begin = text.firstIndex(of: "\u{E000}"), let end = text.firstIndex(of: "\u{E001}") else {
      return (text, nil)
    }
    let rest = text[..<begin] + text[text.index(after: end)...]
    return (resolved(String(rest)), place(ofMark: text[text.index(after: begin)..<end]))
  }

  private func place(ofMark number: Substring) -> SourcePlace? {
    Int(number).flatMap { sites.indices.contains($0) ? sites[$0].place : nil }
  }

  func resolved(_ finding: Finding?) -> Finding? {
    finding.map { Finding(kind: $0.kind, message: resolved($0.message), race: $0.race) }
  }
}
