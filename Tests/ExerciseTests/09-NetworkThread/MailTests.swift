import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise09

@Suite(.serialized, .requirements) struct `A thread with a mailbox, and those who post` {
  @Test func `A message is found, whenever the thread falls asleep`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "posted while it falls asleep",
          cause: "can a thread post between the check of the empty mailbox and the wait?",
          settings: settings()
        ) { scene in
          let (thread, done, open) = (NetworkThread(), Log<Int>(), Flag("message 1 is done"))
          let accepted = Log<Bool>()
          scene.thread("N") { thread.run() }
          scene.thread("A") {
            accepted.add(
              thread.post {
                done.add(1)
                open.raise()
              })
            if accepted.entries == [true] { open.wait() }
            thread.stop()
          }
          scene.finally {
            scene.expect(
              accepted.entries == [true] && done.entries == [1],
              "the message is accepted and done (got \(accepted.entries) and \(done.entries))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `What is accepted is done, and what is refused is not, whenever the stop comes`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "stopped during a post",
          cause: "is the thread woken by a stop, and does it empty the mailbox before it ends?",
          settings: settings()
        ) { scene in
          let (thread, accepted, done) = (NetworkThread(), Log<Int>(), Log<Int>())
          if thread.post({ done.add(0) }) { accepted.add(0) }
          scene.thread("N") { thread.run() }
          scene.thread("A") {
            for number in 1...2 where thread.post({ done.add(number) }) { accepted.add(number) }
          }
          scene.thread("B") { thread.stop() }
          scene.finally {
            scene.expect(
              done.entries == accepted.entries && done.entries.first == 0,
              """
              what was accepted is done, from 0 on, and nothing else (got \(accepted.entries) accepted, \
              \(done.entries) done)
              """)
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Posting does not wait for the message that is being done`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for isInside in [false, true] {
          let holds = everyOrder(
            isInside ? "posted while a message runs that is inside another" : "posted while a message runs",
            cause: "is the mailbox locked while a message is done, or does a stop wait for the end?",
            settings: settings()
          ) { scene in
            let (thread, done) = (NetworkThread(), Notes())
            let (begun, posted) = (Flag("1 has begun"), Flag("2 is posted, and 3 refused"))
            let message: NetworkThread.Message = {
              begun.raise()
              posted.wait()
              done("1")
            }
            let isAccepted = thread.post {
              if isInside { _ = thread.postAndWait(message) } else { message() }
            }
            scene.thread("N") { thread.run() }
            scene.thread("A") {
              // After a stop, what is inside may be refused.
              if isAccepted && isInside { begun.wait() }
              _ = thread.post { done("2") }
              thread.stop()
              _ = thread.post { done("3") }
              posted.raise()
            }
            scene.finally {
              scene.expect(
                isAccepted && done.lines == ["1", "2"],
                "1 waits until 2 is posted and 3 refused, and 1 and 2 are done (got \(done.text))")
            }
          }
          if !holds { return }
        }
      }
    }
    judge(end)
  }

  @Test func `postAndWait returns when its message is done, also where two wait`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "two wait for their messages",
          cause: "can the bell that rings for one thread wake another, which then does not pass it on?",
          settings: settings(.exhaustive(preemptions: 1), surprises: 0)
        ) { scene in
          let (thread, notes, back) = (NetworkThread(), Notes(), Log<String>())
          scene.thread("N") { thread.run() }
          for name in ["A", "B"] {
            scene.thread(name) {
              let isDone = thread.postAndWait {
                scene.point("\(name)'s message")
                notes("\(name) done")
              }
              notes(isDone ? "\(name) back" : "\(name) refused")
              if back.add(name) == 2 { thread.stop() }
            }
          }
          scene.finally {
            let lines = notes.lines
            let isRight = ["A", "B"].allSatisfy { name in
              let places = ["done", "back"].map { lines.firstIndex(of: "\(name) \($0)") ?? -1 }
              return places[0] >= 0 && places[0] < places[1]
            }
            scene.expect(
              isRight && lines.count == 4, "each comes back after its message (got \(notes.text))")
          }
        }
        everyOrder(
          "one waits again and again",
          cause: "does a caller wait for its own message, and not for another one or for all of them?",
          settings: settings(.exhaustive(preemptions: 1), surprises: 0)
        ) { scene in
          let (thread, notes, back) = (NetworkThread(), Notes(), Flag("the caller is back"))
          scene.thread("N") { thread.run() }
          scene.thread("A") {
            let first = thread.post {
              notes("1")
              notes("\(thread.postAndWait { notes("2") })")
            }
            guard first else { return thread.stop() }
            let isDone = thread.postAndWait {
              notes("3")
              // The next one needs the caller.
              _ = thread.post {
                back.wait()
                notes("4")
              }
            }
            notes("back \(isDone)")
            back.raise()
            notes("back \(thread.postAndWait { notes("5") })")
            thread.stop()
          }
          scene.finally {
            scene.expect(
              notes.text == "1, 2, true, 3, back true, 4, 5, back true",
              "1 with 2 inside, 3 and the caller back, 4, 5 and the caller back (got \(notes.text))")
          }
        }
        everyOrder(
          "a message waits for the caller of the one before it",
          cause: "is a caller told when its message is done, or when all that were taken together are?",
          settings: settings(.exhaustive(preemptions: 1), surprises: 0)
        ) { scene in
          let (thread, notes, back) = (NetworkThread(), Notes(), Flag("the caller is back"))
          scene.thread("N") { thread.run() }
          scene.thread("A") {
            notes("back \(thread.postAndWait { notes("1") })")
            back.raise()
            thread.stop()
          }
          scene.thread("B") {
            let isAccepted = thread.post {
              if notes.lines.contains("1") { back.wait() }
              notes("2")
            }
            if !isAccepted { notes("2 refused") }
          }
          scene.finally {
            let lines = notes.lines
            let isRight = lines.filter { !$0.hasPrefix("2") } == ["1", "back true"]
            scene.expect(
              isRight && lines.count == 3,
              "1, then its caller back, and 2 done or refused (got \(notes.text))")
          }
        }
        everyOrder(
          "a stop while one waits", cause: "does a stop wake a caller whose message is still to be done?",
          settings: settings(surprises: 0)
        ) { scene in
          let (thread, notes) = (NetworkThread(), Notes())
          scene.thread("N") { thread.run() }
          scene.thread("A") { notes(thread.postAndWait { notes("done") } ? "back" : "refused") }
          scene.thread("B") { thread.stop() }
          scene.finally {
            scene.expect(
              [["done", "back"], ["refused"]].contains(notes.lines),
              "it comes back after its message, or is refused and not done (got \(notes.text))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `A wait that ends without a signal is neither an answer nor mail`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        everyOrder(
          "woken without a signal", cause: "is every wait in a while loop, and not behind an if?",
          settings: settings(.exhaustive(preemptions: 1))
        ) { scene in
          let (thread, notes) = (NetworkThread(), Notes())
          scene.thread("N") { thread.run() }
          scene.thread("A") {
            let isDone = thread.postAndWait { notes("done") }
            notes(isDone ? "back" : "refused")
            thread.stop()
          }
          scene.finally {
            scene.expect(
              notes.lines == ["done", "back"], "it comes back after its message (got \(notes.text))")
          }
        }
      }
    }
    judge(end)
  }

  @Test func `Messages from several threads are each done once, in the order of their own thread`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let seed = freshSeed()
        for number in 0..<5 {
          let holds = everyOrder(
            "three threads post, script \(number)",
            cause: "are the messages kept in one list, and taken from it one by one?",
            settings: settings(.random(seed: seed, schedules: 40)), seed: seed, realRuns: 25
          ) { scene in
            var dice = Dice(seed: seed &+ UInt64(number))
            let (thread, done) = (NetworkThread(), Log<String>())
            let (accepted, ended, early) = (Log<String>(), Log<String>(), Log<String>())
            scene.thread("N") { thread.run() }
            let isStoppedEarly = dice.once(in: 3)
            for name in ["A", "B", "C"] {
              let waits = (0..<3).map { _ in dice.once(in: 3) }
              scene.thread(name) {
                for (place, isPatient) in waits.enumerated() {
                  let message: @Sendable () -> Void = { done.add("\(name)\(place)") }
                  let answer = isPatient ? thread.postAndWait(message) : thread.post(message)
                  if isPatient, answer != done.entries.contains("\(name)\(place)") {
                    early.add("\(name)\(place)")
                  }
                  if answer { accepted.add("\(name)\(place)") }
                }
                if ended.add(name) == (isStoppedEarly ? 2 : 3) { thread.stop() }
              }
            }
            scene.finally {
              let isInOrder = ["A", "B", "C"].allSatisfy { name in
                let own = done.entries.filter { $0.hasPrefix(name) }
                return own == own.sorted()
              }
              scene.expect(
                early.entries.isEmpty,
                """
                postAndWait returns true when its message is done, else false \
                (got another answer for \(early.entries.joined(separator: " ")))
                """)
              // Two of the three have posted all their messages before the stop.
              scene.expect(
                done.entries.sorted() == accepted.entries.sorted() && isInOrder
                  && accepted.entries.count >= (isStoppedEarly ? 6 : 9),
                """
                what was accepted is done, once and in its order (got \(accepted.entries.joined(separator: " ")) \
                accepted, \(done.entries.joined(separator: " ")) done)
                """)
            }
          }
          if !holds { return }
        }
      }
    }
    judge(end)
  }
}

/// Settings with which a thread that turns round, instead of sleeping, is found at once.
private func settings(
  _ search: Settings.Search = .exhaustive(preemptions: 2), surprises: Int = 1
) -> Settings {
  var settings = Settings(search)
  (settings.maxSteps, settings.patience, settings.surprises) = (500, 1000, surprises)
  return settings
}
