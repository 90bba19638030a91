import Foundation
import Terminal
import Testing

@testable import LessonKit

@Suite(.serialized) struct `A lesson that stalls` {
  @Test func `It has stalled when it has done nothing for its patience`() {
    var detector = StallDetector(patience: 10)
    let times = [0.0, 5, 9, 10, 11].map {
      detector.observe(at: $0, activity: 1, demandedTime: 0, isWaitingForKey: false)
    }
    #expect(times == [false, false, false, true, true])
  }

  @Test func `A lesson that computes without printing has stalled after ten times as long`() {
    var detector = StallDetector(patience: 10)
    let times = stride(from: 0.0, through: 110, by: 10).map {
      detector.observe(at: $0, activity: 1, demandedTime: $0, isWaitingForKey: false)
    }
    #expect(times.prefix(10).allSatisfy { !$0 })
    #expect(times.last == true)
  }

  @Test func `A lesson that computes has not stalled when threads end and take their time with them`() {
    var detector = StallDetector(patience: 10)
    let times = stride(from: 0.0, through: 30, by: 1).map { time in
      // One thread had waited for twenty seconds.
      detector.observe(
        at: time, activity: 1, demandedTime: 0.1 * time + (time < 1 ? 20 : 0), isWaitingForKey: false)
    }
    #expect(times.allSatisfy { !$0 })
  }

  @Test(arguments: ["output", "demand", "a key"])
  func `Activity, and waiting for a key, restart the time`(what: String) {
    var detector = StallDetector(patience: 10)
    func observe(_ time: Double, isDoing: Bool) -> Bool {
      detector.observe(
        at: time, activity: isDoing && what == "output" ? 2 : 1,
        demandedTime: isDoing && what == "demand" ? 1 : 0,
        isWaitingForKey: isDoing && what == "a key")
    }
    #expect(!observe(0, isDoing: false))
    #expect(!observe(11, isDoing: true))
  }

  @Test
  func
    `A download that is never answered ends the lesson with 1, and the lesson reports what is in progress`()
    async throws
  {
    let server = LoopbackServer()
    try server.start()
    defer { server.stop() }
    server.answer("/never", with: .bytes(72))
    server.hold("/never")
    let run = try await LessonRun(16, "--url", "\(server.url("/never"))", "--patience", "0.3")
    #expect(run.exitCode == 1)
    #expect(run.output.contains("the lesson has stalled"), "\(run.output.suffix(800))")
    #expect(run.output.contains("is in progress."), "\(run.output.suffix(800))")
  }

  @Test(arguments: ["--fast", "--json", "--help", "--review"])
  func `If the reader of the output has closed it, a lesson continues silently`(flag: String) async throws {
    let run = try await LessonRun(1, output: .closed, flag)
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  #if os(Linux)
    @Test(arguments: ["--fast", "--json"])
    func `If the output is full, a lesson continues silently`(flag: String) async throws {
      let run = try await LessonRun(1, output: .full, flag)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
  #endif

  @Test func `A claim about which nothing was observed is neither held nor broken`() {
    let place = Record.Place(file: "main.swift", from: 1, to: 1)
    func claim(_ text: String, _ outcome: Record.Claim.Outcome, _ remark: String) -> Record.Entry {
      Record.Entry(
        kind: .claim, text: text, claim: Record.Claim(outcome: outcome, remark: remark, source: place))
    }
    var record = Record(lesson: 1, program: "lesson01", title: "", about: "")
    record.opening = [claim("the key was heard", .notShown, "no key was pressed")]
    #expect(
      record.claimLines(Colours(isOn: false)) == [
        "○ Not shown: the key was heard", "  because no key was pressed",
      ])
    #expect(record.endsWell(isScripted: false))
    #expect(!record.endsWell(isScripted: true))
    record.opening.append(claim("it went on", .broken, ""))
    #expect(!record.endsWell(isScripted: false))
  }
}
