import Foundation

/// The event stream of a test run, evaluated test by test.
///
/// The stream has one JSON object per line, written by Swift Testing with `--event-stream-output-path`. Unknown
/// kinds are ignored, as its documentation requires.
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
  private(set) var tests: [Test] = []
  /// Failures that belong to no test.
  private(set) var otherFailures: [String] = []
  private(set) var hasEnded = false
  /// Contents that an undisturbed run cannot have written.
  private(set) var oddities: [String] = []

  /// Reads a stream; only the tests of `module` count.
  init(_ data: Data, module: String) {
    var places: [String: Int] = [:]
    for line in data.split(separator: UInt8(ascii: "\n")) {
      guard let record = try? JSONDecoder().decode(Record.self, from: line) else {
        // Only a run that was ended can have a truncated line.
        oddities.append("a line of the event stream cannot be read")
        continue
      }
      let payload = record.payload
      switch (record.kind, payload.kind) {
      case ("test", "function"):
        guard let id = payload.id, id.hasPrefix("\(module).") else { continue }
        places[id] = tests.count
        tests.append(Test(name: payload.plainName, line: payload.sourceLocation?.line ?? 0))
      case ("event", let kind):
        if hasEnded { oddities.append("the event stream continues after its end") }
        if kind == "runEnded" { hasEnded = true }
        let place = payload.testID.flatMap { places[$0] }
        if kind == "issueRecorded", payload.issue?.counts ?? true {
          if let place {
            tests[place].failures.append(payload.text)
          } else {
            otherFailures.append(payload.text)
          }
        }
        guard let place else { continue }
        switch kind {
        case "testStarted":
          tests[place].starts += 1
          tests[place].begin = payload.instant?.absolute ?? 0
        case "testEnded":
          tests[place].ends += 1
          tests[place].end = payload.instant?.absolute ?? 0
        case "testSkipped", "testCancelled": tests[place].wasSkipped = true
        default: break
        }
      default: break
      }
    }
    tests.sort { $0.line < $1.line }
    for test in tests where test.starts > 1 || test.ends > test.starts {
      oddities.append("the event stream reports '\(test.name)' more than once")
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
      /// Known issues and warnings do not make a test fail.
      var counts: Bool { isKnown != true && (isFailure ?? (severity != "warning")) }
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
