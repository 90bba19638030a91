// Lesson 10: What does a suspended queue retain?
//
// A page is closed while the app is in the background. It cancels its operations and forgets its queue, and nothing is
// released. Then a queue of ten thousand operations is suspended with a key.
// Remember: a suspended queue starts nothing, not even a cancelled operation. Cancel, and then resume.
//
//   swift run lesson10

import LessonKit
import MiniOperations

Lesson(
  10, "What does a suspended queue retain?",
  about: "A page that is closed in the background, and ten thousand operations.",
  questions: questions,
  options: [.foundation]
).run { show in
  show.step("The page is closed in the background")
  let pictures = Pictures()
  weak var forgotten: MiniOperationQueue?
  do {
    let page = Page()
    page.suspend()
    page.load(pictures.new(3))
    page.close()
    forgotten = page.queue
  }
  let waiting = forgotten?.operations ?? []
  show.say("operations in the queue: \(waiting.count), cancelled: \(waiting.count(where: \.isCancelled))")
  show.say("pictures in memory: \(pictures.alive), drawn: \(pictures.drawn)")
  // prints: operations in the queue: 3, cancelled: 3
  // prints: pictures in memory: 3, drawn: 0
  show.conclude(
    "The queue retains its operations until they have finished, and stays in memory as long. A cancelled "
      + "operation finishes when it is started, and a suspended queue starts none.")
  show.claim(
    "Cancelled and forgotten, the queue and its three pictures stayed in memory",
    waiting.count(where: \.isCancelled) == 3 && pictures.alive == 3)

  show.step("Resumed")
  forgotten?.isSuspended = false
  for operation in waiting { operation.waitUntilFinished() }
  pictures.waitUntilAllAreReleased()
  // prints: pictures in memory: 0, drawn: 0
  show.say("pictures in memory: \(pictures.alive), drawn: \(pictures.drawn)")
  show.conclude("The queue started each of the three, start() saw the flag, and finished without the task.")
  show.claim(
    "Resumed, the cancelled operations drew nothing, and the pictures were released",
    pictures.alive == 0 && pictures.drawn == 0)

  show.step("Ten thousand operations, and a key", isConcurrent: true)
  let scene = TenThousand()
  let touch = Moment()
  let operations = scene.operations(
    begin: { number in
      // Without a terminal, the script presses the key here.
      if number == TenThousand.count / 4 { touch.reached() }
      SystemTime().sleep(for: .seconds(show.shortened(0.001)))  // About as long as NSLog takes.
      show.pace(0.003)
    }, log: show.count)
  var presses = 0
  // prints: queue          isSuspended is true
  // prints: queue          isSuspended is false
  show.onReturn(
    "suspend or resume the queue", script: [.at(touch), .after(1)], until: scene.queue,
    start: { scene.queue.addOperations(operations, waitUntilFinished: false) }
  ) {
    presses += 1
    scene.press()
    show.log("isSuspended is \(scene.queue.isSuspended)", as: "queue")
  }
  show.say("Began after the queue was suspended: \(scene.late) (at most 4 may)", figure: "\(scene.late)")
  show.conclude(
    presses > 0
      ? "The lines after the first key are of operations that had a slot before it. No other one began until the "
        + "queue was resumed."
      : "All operations had run before a key was pressed. Run the lesson again, and press Return early.")
  show.claim(
    "Suspended, at most four more began; resumed, all ten thousand ran",
    ifSeen: presses > 0, else: "no key was pressed before all operations had run",
    scene.late <= 4 * ((presses + 1) / 2) && scene.lineCount == TenThousand.count, got: "\(scene.late) began")
  show.compare(
    onThisFramework(), withFoundation: onFoundation,
    because: "K5: on Linux, Foundation's queue without a limit has already passed on all its operations.")
}

// Tasks to try, with answers: see README.md.
