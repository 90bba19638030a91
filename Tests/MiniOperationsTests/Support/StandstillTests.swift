import Foundation
import Testing

@testable import MiniOperations

@Suite(.watched) struct `A test whose thread stands still` {
  @Test func `It fails with the thread, the gate and the missing arrivals, and does not hang`() async {
    let gate = Gate()
    defer { gate.open() }
    let error = await #expect(throws: Standstill.self) {
      try await onThread(within: .milliseconds(20)) { gate.waitForArrivals(2) }
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("'It fails with the thread, the gate and the missing arrivals"))
    #expect(text.contains("and does not hang' stands still: the thread begun at StandstillTests.swift:10"))
    // The thread may be slow to reach the gate; then it says that no thread waits there.
    #expect(text.contains("StandstillTests.swift:8") || text.contains("No thread waits"))
    gate.arriveTwice()
  }

  @Test func `A thread that waits is listed with the place of its gate until it continues`() async throws {
    let texts = try await onThread {
      let gate = Gate()
      return Standstill.during("waits for the opening of the gate", at: #_sourceLocation) {
        gate.open()
        return Standstill.currentWaits(in: #fileID)
      }
    }
    #expect(
      texts.contains { $0.hasPrefix("A thread waits for the opening of the gate made at StandstillTests") })
  }

  @Test func `In a process of its own, it is an issue of the test that has started the process`() async {
    await withKnownIssue {
      // The process ends as it should, so there is no other issue.
      await #expect(processExitsWith: .success) {
        await inTime(within: .milliseconds(20)) { Gate().pass() }
      }
    } matching: {
      "\($0)".contains("'an exit test' stands still: the thread begun at StandstillTests.swift")
    }
  }

  @Test func `If it holds a thread of all tests, the process ends and says which tests have not ended`() async
  {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      let watch = Watch(.milliseconds(400))
      let numbers = ["first", "second"].map(watch.begin)
      watch.end(numbers[0])
      Gate().pass()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        "'second' stands still: it holds a thread that all tests share, or waits for one.\nThe process"))
    #expect(!message.contains("'first'"))
  }

  // In a process of its own: another test's work, or its processes, would count.
  @Test func `A process that waits for another one does not count as still`() async {
    await #expect(processExitsWith: .success) {
      func isStill() -> Bool {
        // Nothing here takes a hundredth of ten seconds.
        var stillness = Stillness(.seconds(80))
        return (1...20).contains { _ in stillness.isLongEnough() }
      }
      precondition(isStill())
      let (child, input) = (Process(), Pipe())
      child.executableURL = URL(filePath: "/bin/cat")
      child.standardInput = input
      try child.run()
      precondition(!isStill())
      try input.fileHandleForWriting.close()
      child.waitUntilExit()
      precondition(isStill())
    }
  }

  @Test func `Every suite of the framework's tests is watched`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".swift")
    }
    #expect(paths.count > 40, "the tests are looked for in the right place")
    for path in paths {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("@Suite") {
        #expect(line.contains(".watched"), "\(path): \(line)")
      }
    }
  }
}

extension Gate {
  /// Lets the abandoned thread of the test end.
  fileprivate func arriveTwice() {
    open()
    pass()
    pass()
  }
}
