// Lesson 13: Which settings does a queue have, and what does each change?
//
// An upload that ignores its limit, an export with a barrier, a label on the main thread.
// Remember: a limit counts operations; a barrier says when they start, a quality of service how urgent they are.
//
//   swift run lesson13

import Foundation
import LessonKit
import MiniOperations

Lesson(
  13, "Which settings does a queue have, and what does each change?",
  about: "An upload, an export and a label: limit, barrier, urgency, progress, threads.",
  questions: questions,
  options: [.foundation]
).run { show in
  show.step("A limit of one, and three uploads at once")
  let server = Rendezvous()
  upload(in: MiniOperationQueue()) { _ in server.meet(3) }
  let atOnce = "uploads at once: \(server.mostAtOnce)"
  show.say(atOnce)  // prints: uploads at once: 3
  show.conclude("The queue ran one operation, whose three blocks took one slot and ran at the same time.")
  show.claim(
    "In a queue with the limit 1, three blocks of one operation ran at once", server.mostAtOnce == 3)

  show.step("An export: two at a time, the index alone, two at a time", isConcurrent: true)
  let (order, queue) = (Notebook(), MiniOperationQueue())
  let tasks = ["load 1", "load 2", "page 1", "page 2"].map { name in
    named(name) { _ in
      show.log("runs at \(words(for: Thread.current.qualityOfService))", as: name)
      if name.hasPrefix("load") { show.wait(0.3) }
      order.write("\(name.prefix { $0.isLetter })")
      if name.hasPrefix("page") { show.wait(0.3) }
    }
  }
  tasks[3].qualityOfService = .userInitiated
  show.watch(tasks, narrated: false)
  export(Array(tasks.prefix(2)), Array(tasks.suffix(2)), in: queue) {
    show.log("runs alone", as: "the index")
    show.wait(0.3)
    order.write("index")
  }
  queue.waitUntilAllOperationsAreFinished()
  // prints: the index      runs alone
  // prints: page 2         runs at userInitiated
  show.conclude("The loads, the index, the pages. Page 2 ran at its own urgency, the others at the queue's.")
  show.claim(
    "Everything before the barrier ran before it, everything after it afterwards",
    order.lines == ["load", "load", "index", "page", "page"], got: "\(order.lines)")
  show.claim(
    "Operations without a quality of service ran at the queue's, page 2 at its own",
    ["load 1", "load 2", "page 1", "page 2"].allSatisfy { name in
      show.events.place(name, .note("runs at \(name == "page 2" ? "userInitiated" : "utility")")) != nil
    })

  show.step("Progress")
  let silent = countWithoutATotal()
  let bar = "\(queue.progress.completedUnitCount) of \(queue.progress.totalUnitCount)"
  show.say("export, total set to 4: \(bar) counted")  // prints: export, total set to 4: 4 of 4 counted
  show.say("one operation, no total set: \(silent) counted")
  show.conclude("Each operation counted one unit when its main returned, and the barrier counted none.")
  show.claim(
    "With a total, four operations counted 4; without a total, one counted nothing",
    bar == "4 of 4" && silent == 0, got: bar)

  show.step("The main queue")
  let label = named("label") { name in
    show.log("on the main thread: \(Thread.isMainThread)", as: name)
  }
  MiniOperationQueue.main.addOperation(label)
  let early = label.isFinished
  // prints: label          on the main thread: true
  show.turnMainLoop { label.isFinished }
  show.conclude("It waited until the main thread was back in its run loop, as an app's is after each touch.")
  show.claim(
    "Added to the main queue, it ran later, on the main thread",
    !early && show.events.place("label", .note("on the main thread: true")) != nil)
  show.compare(
    order.lines + [bar, atOnce], withFoundation: onFoundation,
    because: "on Linux it runs blocks one by one.")
}

// Tasks to try, with answers: see README.md.
