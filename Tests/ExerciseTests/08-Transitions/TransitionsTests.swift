import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise08

@Suite(.serialized, .requirements) struct `States and transitions` {
  @Test func `Each status has the key that observers know`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let keys: [String] = everyStatus.map(\.key)
        expect(
          keys == ["isReady", "isExecuting", "isPaused", "isFinished"],
          """
          expected isReady, isExecuting, isPaused and isFinished for 1 to 4, got \(keys): is each spelled \
          as the property is, with "is" in front?
          """)
      }
    }
    judge(end)
  }

  @Test func `From ready it goes to executing or paused, and to the end only when cancelled`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil { expectRow(.ready, [.executing, .paused], whenCancelled: [.executing, .paused, .finished]) }
    }
    judge(end)
  }

  @Test func `From executing it goes to paused or to the end, and never back to ready`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil { expectRow(.executing, [.paused, .finished], whenCancelled: [.paused, .finished]) }
    }
    judge(end)
  }

  @Test func `From paused it goes to ready, and to the end only when cancelled`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil { expectRow(.paused, [.ready], whenCancelled: [.ready, .finished]) }
    }
    judge(end)
  }

  @Test func `A finished operation stays finished, cancelled or not`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        // First the table, then a life, in whichever way it has ended.
        expectRow(.finished, [], whenCancelled: [])
        let ways: [[(next: Status, isCancelled: Bool)]] = [
          [(.executing, false), (.finished, false)], [(.executing, false), (.finished, true)],
          [(.finished, true)], [(.paused, false), (.finished, true)],
        ]
        for way in ways {
          for isCancelled in [false, true] {
            var life = Life()
            for step in way { _ = life.become(step.next, isCancelled: step.isCancelled) }
            let answers = everyStatus.map { life.become($0, isCancelled: isCancelled) != nil }
            expect(
              life.status == .finished && !answers.contains(true),
              """
              expected ready, \(way.map { "\($0.next)" }.joined(separator: ", ")), and nothing after that\
              \(isCancelled ? " when cancelled" : ""), got \(life.status) and the answers \(answers) to ready, executing, paused and finished: does the last row \
              allow a change?
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A change names the key that is left and then the key that is entered`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var life = Life()
        let wishes: [Status] = [.executing, .paused, .ready, .executing, .finished]
        let keys = wishes.map { life.become($0, isCancelled: false) ?? ["nothing"] }
        let expected = [
          ["isReady", "isExecuting"], ["isExecuting", "isPaused"], ["isPaused", "isReady"],
          ["isReady", "isExecuting"], ["isExecuting", "isFinished"],
        ]
        expect(
          keys == expected && life.status == .finished,
          """
          expected \(expected) for a life with one pause, got \(keys): both properties change their \
          values, so observers of both must be notified
          """)
        changeTwoLivesAtTheSameTime()
      }
    }
    judge(end)
  }

  @Test func `A refused change names no key and leaves the status as it is`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var life = Life()
        let refused = life.become(.finished, isCancelled: false)
        let still = life.status
        let allowed = life.become(.finished, isCancelled: true)
        expect(
          refused == nil && still == .ready && allowed == ["isReady", "isFinished"],
          """
          expected nil for a ready operation that is to finish, and [isReady, isFinished] when it was \
          cancelled, got \(shown(refused)), the status \(still), then \(shown(allowed)): is it judged \
          before anything is changed?
          """)
      }
    }
    judge(end)
  }
}

@Suite(.serialized, .requirements) struct `States and transitions, all together` {
  @Test func `A cancelled operation can reach the end in one step from every status`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for status in everyStatus.dropLast() {
          expect(
            status.mayBecome(.finished, isCancelled: true),
            """
            expected a cancelled operation that is \(status) to be allowed to finish, got no: without it \
            the operation stays in its queue forever, and so does what depends on it
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `For any sequence of requests, a life follows the table and names what has changed`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        guard aLifeStoresItsStatusAlone() else { return }
        var dice = Dice()
        for _ in 0..<100 {
          var life = Life()
          var story = ["ready"]
          for _ in 0..<12 {
            let before = life.status
            let next = everyStatus.randomElement(using: &dice)!
            // Each request is judged by itself, whatever an earlier one said.
            let isCancelled = dice.once(in: 3)
            let isLegal = legal(before, isCancelled).contains(next)
            let expected = isLegal ? [name(before), name(next)] : nil
            let copy = life
            let keys = life.become(next, isCancelled: isCancelled)
            story.append("\(next)\(isCancelled ? " (cancelled)" : "")")
            let isRight = keys == expected && life.status == (isLegal ? next : before)
            expect(
              isRight,
              """
              expected \(shown(expected)) and the status \(isLegal ? next : before) for the last of \
              \(story.joined(separator: ", ")), got \(shown(keys)) and \(life.status): which row of the \
              table is wrong, or is anything of an earlier request remembered? (seed \(dice.seed))
              """)
            let isApart = copy.status == before
            expect(
              isApart,
              """
              expected a copy to stay \(before) when the original is asked for \(next), got \(copy.status): is the \
              status in an object that two lives share? (seed \(dice.seed))
              """)
            if !isRight || !isApart { return }
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A queue observes the end by these keys, and begins the dependents`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isCancelled in [false, true] {
          let workers = SteppedWorkers()
          let queue = MiniOperationQueue(workers: workers)
          let notes = Notes()
          let operation = Living(notes)
          let dependent = MiniBlockOperation { notes("dependent") }
          dependent.addDependency(operation)
          if isCancelled { operation.cancel() }
          queue.addOperations([operation, dependent], waitUntilFinished: false)
          workers.run()
          // By now the queue has read it for the last time, unless an announcement makes it read again.
          operation.finish()
          workers.run()
          let expected = isCancelled ? ["dependent"] : ["work", "dependent"]
          expect(
            notes.lines == expected && queue.operationCount == 0,
            """
            expected \(expected) from \(isCancelled ? "a cancelled" : "an") operation that announces what \
            become returns, got \(notes.text): the queue listens to isFinished and to nothing else
            """)
        }
      }
    }
    judge(end)
  }
}

// MARK: - Fixtures

/// The keys for a comment, or that there are none.
private func shown(_ keys: [String]?) -> String { keys.map { "[\($0.joined(separator: ", "))]" } ?? "nil" }

private func name(_ status: Status) -> String {
  ["isReady", "isExecuting", "isPaused", "isFinished"][status.rawValue - 1]
}

private func legal(_ status: Status, _ isCancelled: Bool) -> Set<Status> {
  switch status {
  case .ready: isCancelled ? [.executing, .paused, .finished] : [.executing, .paused]
  case .executing: [.paused, .finished]
  case .paused: isCancelled ? [.ready, .finished] : [.ready]
  case .finished: []
  }
}

/// Whether a life that has come back to a status is as it was there before, however often.
private func aLifeStoresItsStatusAlone() -> Bool {
  var life = Life()
  let new = String(reflecting: life)
  for turn in 1...300 {
    // Executing and back to ready, with a cancel that comes late and a request that is refused.
    let keys = [
      life.become(.executing, isCancelled: false), life.become(.paused, isCancelled: turn % 2 == 0),
      life.become(.executing, isCancelled: false), life.become(.ready, isCancelled: turn % 3 == 0),
    ]
    let expected = [
      ["isReady", "isExecuting"], ["isExecuting", "isPaused"], nil, ["isPaused", "isReady"],
    ]
    let (isRight, isAsNew) = (keys == expected, String(reflecting: life) == new)
    expect(
      isRight && isAsNew,
      """
      expected a life to equal a new one when it is back at ready after executing and paused, and to have announced \
      \(expected.map(shown)), got \(life) and \(keys.map(shown)) in turn \(turn): does it store anything but its status?
      """)
    if !isRight || !isAsNew { return false }
  }
  return true
}

/// Not what the answer says there is: with an empty list, nothing would be asked.
private let everyStatus: [Status] = [.ready, .executing, .paused, .finished]

private func expectRow(_ status: Status, _ always: Set<Status>, whenCancelled: Set<Status>) {
  for (isCancelled, expected) in [(false, always), (true, whenCancelled)] {
    let row = everyStatus.filter { status.mayBecome($0, isCancelled: isCancelled) }
    let wanted = everyStatus.filter(expected.contains)
    expect(
      row == wanted,
      """
      expected \(wanted.map { "\($0)" }) to be allowed from \(status)\(isCancelled ? " when cancelled" : ""), \
      got \(row.map { "\($0)" }): which pairs are legal, and which of them only when cancelled?
      """)
  }
}

/// An operation that lives by the learner's table and announces the learner's keys.
private final class Living: MiniOperation, @unchecked Sendable {
  // Unchecked: everything happens on the thread of the test.
  private var life = Life()
  private let notes: Notes

  init(_ notes: Notes) { self.notes = notes }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { life.status == .executing }
  override var isFinished: Bool { life.status == .finished }

  override func start() {
    guard !isCancelled else { return move(to: .finished) }
    move(to: .executing)
    notes("work")
  }

  func finish() { move(to: .finished) }

  private func move(to next: Status) {
    var changed = life
    guard let keys = changed.become(next, isCancelled: isCancelled) else { return }
    for key in keys { willChangeValue(forKey: key) }
    life = changed
    for key in keys { didChangeValue(forKey: key) }
  }
}

/// Two threads change a life each: neither needs a lock, as a life stores its status and nothing else.
private func changeTwoLivesAtTheSameTime() {
  let (meeting, ended, mixed) = (Milestone(), Milestone(), Log<[String]>())
  // Of different lengths, so that two that share something differ in what they make of it.
  let ways: [[(status: Status, keys: [String])]] = [
    [
      (.executing, ["isReady", "isExecuting"]), (.paused, ["isExecuting", "isPaused"]),
      (.ready, ["isPaused", "isReady"]),
    ],
    [(.paused, ["isReady", "isPaused"]), (.ready, ["isPaused", "isReady"])],
  ]
  for way in ways {
    Threads.start(named: "owner of a life") {
      var life = Life()
      meeting.reach()
      meeting.wait(for: ways.count)
      for number in 0..<100_000 where mixed.entries.isEmpty {
        let (status, expected) = way[number % way.count]
        let keys = life.become(status, isCancelled: false)
        if keys != expected { mixed.add(keys ?? []) }
      }
      ended.reach()
    }
  }
  let areThrough = ended.wait(for: ways.count)
  expect(
    areThrough && mixed.entries.isEmpty,
    """
    expected the two keys of its own change for each of two lives that two threads change at the same time, got \
    \(mixed.entries.first ?? []): is anything stored outside of the life, where all lives share it?
    """)
}
