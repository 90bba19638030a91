import Foundation

/// The event stream of a test run, evaluated test by test.
///
/// The stream has one JSON object per line, written by Swift Testing with `--event-stream-output-path`.
/// Unknown kinds are ignored, as its documentation requires.
struct TestStream {
  /// One test, as far as the stream has reported it.
  struct Test: Sendable {
    let name: String
    let line: Int
    var starts = 0
    var ends = 0
    var wasSkipped = false
    var failures: [String] = []
    var begin = 0.0
    var end = 0.0
    var seconds: Double { max(0, end - begin) }

    var hasPassed: Bool { starts == 1 && ends == 1 && !wasSkipped && failures.isEmpty }
  }

  /// The test functions of one module, in the order of their file.
  var tests: [Test] { found.sorted { $0.line < $1.line } }
  /// Failures that belong to no test.
  private(set) var otherFailures: [String] = []
  private(set) var hasEnded = false
  /// Contents that an undisturbed run cannot have written.
  var oddities: [String] {
    noticed
      + tests.filter { $0.starts > 1 || $0.ends > $0.starts }.map {
        "the event stream reports '\($0.name)' more than once"
      }
  }

  /// How many bytes have been read.
  private(set) var count = 0

  private let module: String
  private var found: [Test] = []
  private var places: [String: Int] = [:]
  private var noticed: [String] = []
  /// The beginning of a line whose end has not arrived.
  private var rest = Data()

  /// Only the tests of `module` count.
  init(module: String) { self.module = module }

  /// Reads a whole stream.
  init(_ data: Data, module: String) {
    self.init(module: module)
    read(data)
    end()
  }

  /// Reads what was written since the last call.
  mutating func read(_ data: Data) {
    count += data.count
    rest.append(data)
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let lines = rest[..<end]
    rest = Data(rest[(end + 1)...])
    for line in lines.split(separator: UInt8(ascii: "\n")) { take(line) }
  }

  /// Reads the last line, which has no end if the run was ended.
  mutating func end() {
    if !rest.isEmpty { take(rest) }
    rest = Data()
  }

  private mutating func take(_ line: Data) {
    guard let record = try? JSONDecoder().decode(Record.self, from: line) else {
      // Only a run that was ended can have a truncated line.
      noticed.append("a line of the event stream cannot be read")
      return
    }
    let payload = record.payload
    switch (record.kind, payload.kind) {
    case ("test", "function"):
      guard let id = payload.id, id.hasPrefix("\(module).") else { return }
      places[id] = found.count
      found.append(Test(name: payload.plainName, line: payload.sourceLocation?.line ?? 0))
    case ("event", let kind):
      if hasEnded { noticed.append("the event stream continues after its end") }
      if kind == "runEnded" { hasEnded = true }
      let place = payload.testID.flatMap { places[$0] }
      if kind == "issueRecorded", payload.issue?.counts ?? true {
        if let place {
          found[place].failures.append(payload.text)
        } else {
          otherFailures.append(payload.text)
        }
      }
      guard let place else { return }
      switch kind {
      case "testStarted":
        found[place].starts += 1
        found[place].begin = payload.instant?.absolute ?? 0
      case "testEnded":
        found[place].ends += 1
        found[place].end = payload.instant?.absolute ?? 0
      case "testSkipped", "testCancelled": found[place].wasSkipped = true
      default: break
      }
    default: break
    }
  }

  private struct Record: Decodable {
    let kind: String
    let payload: Payload
  }

  private struct Payload: Decodable {
    struct Issue: Decodable {
      let isKnown: Bool?
      let isFailure: Bool?
      let severity: String?
      // A warning does not make a test fail. No requirement has a known issue: who says so is not believed.
      var counts: Bool { isKnown == true || (isFailure ?? (severity != "warning")) }
    }
    struct Message: Decodable {
      let symbol: String?
      let text: String
    }
    struct Location: Decodable { let line: Int }
    struct Instant: Decodable { let absolute: Double }

    let kind: String?
    let id: String?
    let name: String?
    let displayName: String?
    let testID: String?
    let issue: Issue?
    let messages: [Message]?
    let sourceLocation: Location?
    let instant: Instant?

    /// The name between the backticks in the source.
    var plainName: String {
      let name = name ?? displayName ?? ""
      return String(name.prefix { $0 != "(" || name.hasPrefix("`") }.split(separator: "`").first ?? "")
    }

    /// The comment of the test's author, or the library's description if there is none.
    var text: String {
      let messages = messages ?? []
      let details = messages.filter { $0.symbol == "details" }.map(\.text)
      return (details.isEmpty ? messages.map(\.text) : details).joined(separator: "\n")
    }
  }
}
