// Lesson 14: Which moves between states are legal, and what do they announce?
//
// The documents "自定义NSOperation子类" and "AFNetworking、AFURLConnectionOperation二" (both 2015) keep the life of an
// operation in one number. A function names the key of each number, another says which number may follow
// which, and one setter does the rest. Remember: a refusal that is not reported stops no caller.
//
//   swift run lesson14

import AsWritten
import Explorer
import LessonKit
import MiniOperations

Lesson(
  14, "Which moves between states are legal, and what do they announce?",
  about: "Two enums, one table, one setter: what they allow, announce and refuse.",
  questions: questions,
  options: [.play]
).run { show in

  // MARK: Step 1

  show.step("Four states, two sets of numbers")
  show.text(numbersAndKeys())
  // prints: paused          3               -1              isPaused
  let agree = moves.allSatisfy { from, to in
    [false, true].allSatisfy {
      isLegal(from, to, isCancelled: $0) == isLegalInLibrary(from, to, isCancelled: $0)
    }
  }
  show.claim("Both documents allow the same moves, whatever their numbers", agree)

  // MARK: Step 2

  show.step("Which moves are legal?")
  show.text(transitions())
  // prints: from ready      -               yes             yes             if cancelled
  let legal = moves.filter { isLegal($0, $1, isCancelled: true) }
  let always = moves.filter { isLegal($0, $1, isCancelled: false) }
  show.claim(
    "Of sixteen moves six are legal, and one of those only when cancelled",
    moves.count == 16 && legal.count == 6 && always.count == 5, got: "\(legal.count), \(always.count)")

  // MARK: Step 3

  show.step("What does a legal move announce?")
  let operation = MyOperation()
  operation.name = "MyOperation"
  show.watch(operation)
  // snippet: moves
  operation.status = .executing
  operation.status = .paused
  operation.status = .ready
  // end
  // prints: isReady → false
  // prints: isExecuting → true
  // prints: isExecuting → false
  // prints: isPaused → true
  // prints: isPaused → false
  // prints: isReady → true
  show.claim(
    "What is left is announced before what is entered",
    show.events.happened("MyOperation", .notReady, before: "MyOperation", .executing)
      && show.events.happened("MyOperation", .notExecuting, before: "MyOperation", .paused))

  // MARK: Step 4

  show.step("A refused move")
  let before = show.events.count
  operation.status = .finished
  show.say("status is \(operation.status) after 'operation.status = .finished'")
  // prints: status is ready after
  show.claim(
    "A refused move changed nothing and announced nothing",
    operation.status == .ready && show.events.count == before)
  let repaired = repairedOperation()
  let answers = [repaired.move(to: .finished), repaired.move(to: .executing), repaired.move(to: .ready)]
  show.say("move(to:) answers \(answers)")  // prints: move(to:) answers [false, true, false]
  show.claim("The repaired class tells its caller, which can stop", answers == [false, true, false])

  // MARK: Step 5

  show.step("Judged before the lock is taken")
  if show.has("--play") { return Explorer.play(asWritten) }
  let found = Explorer.explore(asWritten)
  // prints: Rule broken: one thread of the two begins
  show.schedule(found)
  show.say("Both had read 'ready' before the first of these rows; --verbose shows where.")
  let held = Explorer.explore(judgedUnderTheLock)
  show.schedule(held)  // prints: ✔ two begin, repaired
  show.claim("As written, two threads can both make an operation execute", found.finding != nil)
  show.claim("Judged and changed under one lock, only one of them can", held.passed)

  // MARK: Step 6

  show.step("Is there a number for cancelled?")
  let keys = MyOperationStatus.allCases.map(afKeyPathFromOperationState)
  let cancelled = MyOperation()
  cancelled.name = "cancelled"
  show.watch(cancelled)
  let afterCancel = Notebook()
  let network = MyOperation.networkRequestThread
  network.postAndWait {
    cancelled.cancel()
    afterCancel.write("status \(cancelled.status), isCancelled \(cancelled.isCancelled)")
  }
  network.postAndWait {}
  // prints: cancelled      isCancelled → true
  // prints: status ready, isCancelled true
  afterCancel.lines.forEach { show.say($0) }
  show.claim(
    "Paused has a number and a key, and cancelled has neither",
    keys.contains("isPaused") && !keys.contains("isCancelled"))
  show.claim(
    "cancel() announced isCancelled without the setter, and the status stayed as it was",
    afterCancel.lines == ["status ready, isCancelled true"]
      && show.events.place("cancelled", .cancelled) != nil)

  // MARK: Step 7

  show.step("What may be called from any thread?")
  let inherited = Explorer.explore(twoDependencies)
  show.schedule(inherited)  // prints: ✔ two threads, one operation
  let own = Explorer.explore(ownBytes)
  show.schedule(own)  // prints: both additions count
  show.claim(
    "Two threads called the framework's methods, and nothing was lost in any order", inherited.passed)
  show.claim("A property of a subclass lost one of two additions", own.finding != nil)
  show.claim("Behind a lock of its own it lost none", Explorer.explore(ownBytesLocked).passed)
}

// Tasks to try, with answers, and what comes next: see README.md.
