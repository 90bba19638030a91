import Foundation
import MiniOperations
import Synchronization
import Testing

@testable import ExerciseSupport

/// What a learner reads when the process of a requirement does not come to its last line.
@Suite(.serialized) struct `The end of a requirement's process` {
  /// As the trait of every requirement does.
  init() { Confinement.prepare() }

  @Test func `A trap is named, and its own message is shown`() async {
    await withKnownIssue {
      await inOwnProcess { print([1, 2][ProcessInfo.processInfo.arguments.count + 5]) }
    } matching: { issue in
      text(of: issue).contains("a trap") && text(of: issue).contains("Fatal error: Index out of range")
    }
  }

  @Test func `A Mutex that its own thread locks again is named, and what may have called the code`() async {
    await withKnownIssue {
      await inOwnProcess {
        let value = Synchronization.Mutex(0)
        value.withLock { _ in value.withLock { $0 += 1 } }
      }
    } matching: { issue in
      let parts = text(of: issue).components(separatedBy: "Recursive call to lock Mutex")
      return parts.count == 2 && parts[0].contains("Is an object released")
        && !parts[0].contains("out of range")
    }
  }

  @Test func `Threads that wait for each other are distinguished from an endless loop`() async {
    await withKnownIssue {
      await inOwnProcess {
        let never = Condition(name: "never")
        never.withLock { never.wait() }
      }
    } matching: { issue in
      // On a busy machine the test library's own threads may move meanwhile; a loop it must never be called.
      text(of: issue).contains("expected the code to return") && !text(of: issue).contains("a loop that")
    }
    await withKnownIssue {
      await inOwnProcess {
        // As the watch does after four seconds of a loop.
        exit(Code.turnedRound.rawValue)
      }
    } matching: { issue in
      text(of: issue).contains("a loop that does not end") && !text(of: issue).contains("standstill")
    }
  }

  @Test func `For a process that reached its last line, only a failed expectation is reported`() async {
    await withKnownIssue {
      await inOwnProcess { #expect(Bool(false), "expected this") }
    } matching: { issue in
      text(of: issue).contains("expected this")
    }
  }

  @Test func `The right exit code without the secret word of this process is not accepted`() async {
    #expect(Own().word != Own().word)
    await withKnownIssue {
      await inOwnProcess { exit(Code.fulfilled.rawValue) }
    } matching: { issue in
      text(of: issue).contains("a process that ended as if it had, and did not")
    }
  }

  @Test func `A failure after a wait in vain counts as a standstill, and another failure does not`() async {
    let before = Pace.count(in: "CourseTests")
    await withKnownIssue {
      await inOwnProcess { #expect(Bool(false), "expected this") }
    }
    #expect(Pace.count(in: "CourseTests") == before)
    await withKnownIssue {
      await inOwnProcess {
        Patience.loseIt()
        #expect(Bool(false), "expected this")
      }
    } matching: { issue in
      text(of: issue).contains("expected this")
    }
    #expect(Pace.count(in: "CourseTests") == before + 1)
  }

  @Test func `Threads without end are named`() async {
    await withKnownIssue {
      await inOwnProcess {
        while true {
          Thread { while true { pause() } }.start()
        }
      }
    } matching: { issue in
      text(of: issue).contains("got more than 400 threads")
    }
  }

  @Test func `A requirement's process can start no other`() async {
    await inOwnProcess {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "exit 0"]
      #if os(Linux)
        #expect(throws: (any Error).self) { try process.run() }
      #endif
    }
  }

  @Test func `Each requirement's process has a folder, and nothing of it or beside it is left`() async {
    await inOwnProcess {
      for mark in marks {
        expect(FileManager.default.createFile(atPath: mark, contents: nil), "expected to write \(mark)")
      }
    }
    await inOwnProcess {
      for mark in marks { expect(!FileManager.default.fileExists(atPath: mark), "expected no \(mark)") }
    }
  }

  @Test(.requirements) func `A failure whose text does not arrive is a failure`() async {
    await withKnownIssue {
      await inOwnProcess { exit(Code.failed.rawValue) }
    } matching: { issue in
      text(of: issue).contains("its text has not arrived")
    }
  }

  @Test(.requirements) func `An early end that happens only once does not count`() async {
    // Made by the first try, found by the second.
    let mark = FileManager.default.temporaryDirectory.appending(path: "early-\(getpid())")
    setenv("EARLY", mark.path, 1)
    await inOwnProcess {
      let path = ProcessInfo.processInfo.environment["EARLY"] ?? ""
      guard !FileManager.default.fileExists(atPath: path) else { return }
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      exit(34)
    }
    if tries.add(1) == 2 { try? FileManager.default.removeItem(at: mark) }
    #expect(FileManager.default.fileExists(atPath: mark.path) == (tries.entries.count == 1))
  }
}

private let tries = Log<Int>()

/// In a requirement's folder, and beside it.
private var marks: [String] {
  let folder = FileManager.default.temporaryDirectory
  return [folder, folder.deletingLastPathComponent()].map { $0.appending(path: "mark").path }
}

private func text(of issue: Issue) -> String { issue.comments.map(\.rawValue).joined() }
