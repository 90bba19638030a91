// Lesson 01: You tap Reload: does the download run again?
//
// The download of a photo is an object, with a state that Album's page can read. There is no queue: the page calls
// start() itself, once and again.
// Remember: an operation runs once. It goes from ready to executing to finished, and never back.
//
//   swift run lesson01

import LessonKit
import MiniOperations
import Synchronization

Lesson(
  1, "You tap Reload: does the download run again?",
  about: "A photo's page calls start() by hand: once, again, and at three wrong moments.",
  questions: questions,
  options: [.foundation]
).run { show in
  let (trace, refused) = (Notebook(), Notebook())
  // By default a misuse stops the program. Here it is recorded, so that the lesson can continue.
  Misuse.handler = { misuse in
    refused.write("\(misuse.rule)")
    show.quote("refused: \(misuse.message)")
  }
  show.step("The page calls start()")
  let download = Download("download", loadPart: load("download"))
  show.watch(download)
  // prints: download       isExecuting → true
  // prints: download       loads part 1
  // prints: download       loads part 3
  // prints: download       isFinished → true
  // prints: start() has returned, 100% loaded
  download.start()
  show.say("start() has returned, \(Int(download.fractionLoaded * 100))% loaded.")
  show.conclude(
    "start() called main on the thread of the page, and returned after it. For that time, the app was frozen."
  )
  show.claim(
    "start() ran the task on the calling thread, and returned when it was done",
    trace.lines == Array(repeating: "download loads a part on main", count: 3) && download.isFinished,
    got: "\(trace.lines)")

  show.step("You tap Reload")
  show.say("Reload calls start().")
  download.start()
  trace.write("start() has returned")
  show.say("start() has returned.")
  let again = Download("again", loadPart: load("again"))
  show.watch(again)
  // prints: again          loads part 1
  // prints: again          isFinished → true
  again.start()
  show.conclude(
    "A finished operation stays finished, and its start() does nothing. Another run needs another object.")
  show.claim(
    "start() on the finished download loaded nothing; another object did",
    trace.lines.count { $0.hasPrefix("download") } == 3 && trace.lines.count { $0.hasPrefix("again") } == 3,
    got: "\(trace.lines)")

  show.step("start() before the login, while it loads, and while a queue has it")
  let login = MiniOperation()
  login.name = "login"
  let loading = Mutex<Download?>(nil)
  // Its task starts it again.
  let third = Download("third") { part in if part == 1 { loading.withLock { $0 }?.start() } }
  loading.withLock { $0 = third }
  third.addDependency(login)
  // prints: refused: 'third' was started before it was ready: it waits for 'login'.
  third.start()
  login.start()
  // prints: refused: 'third' was started while it executes.
  third.start()
  let queue = MiniOperationQueue()
  queue.isSuspended = true
  let fourth = Download("fourth") { _ in }
  queue.addOperation(fourth)
  // prints: refused: 'fourth' was started by hand, but a queue has it and will start it.
  fourth.start()
  let didNotRun = !fourth.isFinished
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  show.conclude("Each message says what happened, and what to do instead.")
  show.claim(
    "start() was refused before it was ready, while it executed, and in a queue",
    refused.lines == ["startedBeforeReady", "startedWhileExecuting", "startedWhileQueued"] && didNotRun,
    got: "\(refused.lines)")
  show.compare(trace.lines, withFoundation: onFoundation)

  /// Loads a part of the photo.
  func load(_ name: String) -> @Sendable (Int) -> Void {
    { part in
      show.wait(0.1)
      show.log("loads part \(part)", as: name)
      trace.write("\(name) loads a part on \(threadName())")
    }
  }
}

// Tasks to try, with answers: see README.md.
