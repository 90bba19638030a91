// Lesson 03: You scroll on: when does a running operation stop?
//
// Three operations make a thumbnail of fifty rows, and are cancelled in row 12. Three others write a file, and leave
// their loop in the same row.
// Remember: cancelling is a request. The task stops where it checks, and cleans up on every way out.
//
//   swift run lesson03

import Documents
import LessonKit
import MiniOperations

Lesson(
  3, "You scroll on: when does a running operation stop?",
  about: "Cancelled in row 12 of 50: when it stops, and what it leaves behind.",
  questions: questions,
  options: [.foundation]
).run { show in
  let finger = RunLoopThread(name: "finger")
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 1

  show.step("Cancelled in row 12")
  let rows = [Counter(), Counter(), Counter()]
  let draw: @Sendable (Counter, MiniOperation, Int) -> Void = { counter, operation, row in
    show.wait(0.01)
    counter.raise()
    show.count(operation.name ?? "", row)
    if row == 12 { finger.postAndWait { operation.cancel() } }
  }
  // prints: deaf: 1 … 12
  // prints: finger     deaf           isCancelled → true
  // prints: deaf: 13 … 50
  // prints: each strip: 13 … 15
  // prints: each row: 1 … 12
  let resizes = [
    Deaf("deaf") { draw(rows[0], $0, $1) },
    EachStrip("each strip") { draw(rows[1], $0, $1) },
    EachRow("each row") { draw(rows[2], $0, $1) },
  ]
  show.watch(resizes, narrated: true)
  queue.addOperations(resizes, waitUntilFinished: true)
  show.conclude(
    "cancel() set a flag, and no thread was interrupted. Each task drew on until its next check, or to its end."
  )
  let drawn = rows.map(\.value)
  show.claim("Cancelled in row 12, they drew 50, 15 and 12 rows", drawn == [50, 15, 12], got: "\(drawn)")

  show.step("What the loop leaves behind")
  let isLeft = [true, false].map { isCancelled in
    [
      { MyPollingOperation(data: $0) { try $0.writeRow() } }, { AfterTheLoop(to: $0) }, { InADefer(to: $0) },
    ].map { leavesHalfAFile($0, isCancelled) }
  }
  let words = isLeft.map { $0.map { $0 ? "half a file" : "nothing    " } }
  // prints: cancelled       half a file       nothing           nothing
  // prints: the disk full   half a file       half a file       nothing
  show.text(
    """
                    no clean-up       after the loop    in a defer
    cancelled       \(words[0].joined(separator: "       "))
    the disk full   \(words[1].joined(separator: "       "))
    """)
  show.conclude(
    "A loop has three ways out: done, cancelled, and an error. Only a defer is passed on all of them.")
  show.claim("The clean-up after the loop was skipped by an error", isLeft[0][1] == false && isLeft[1][1])
  show.claim("The clean-up in a defer was not", isLeft[0][2] == false && isLeft[1][2] == false)
  show.compare(drawn.map { "\($0) rows" }, withFoundation: onFoundation)

  /// Runs an export that is cancelled in row 12, or whose disk is full then, and returns whether a file is left.
  func leavesHalfAFile(_ make: (PhotoFile) -> MiniOperation, _ isCancelled: Bool) -> Bool {
    let file = PhotoFile()
    defer { file.remove() }
    let export = make(file)
    file.inRow12 {
      guard isCancelled else { throw DiskIsFull() }
      finger.postAndWait { export.cancel() }
    }
    queue.addOperations([export], waitUntilFinished: true)
    return file.exists
  }
}

// Tasks to try, with answers: see README.md.
