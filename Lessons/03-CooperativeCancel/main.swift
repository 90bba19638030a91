// Lesson 03: You scroll on: when does a running operation stop?
//
// Three operations make a thumbnail of fifty rows, and are cancelled in row 12. Three others write a file, and are
// cancelled, or find the disk full, in the same row.
// Remember: cancelling is a request. The task stops where it checks, and cleans up on every way out.
//
//   swift run lesson03

import Dispatch
import Documents
import LessonKit
import MiniOperations

Lesson(
  3, "You scroll on: when does a running operation stop?",
  about: "Cancelled in row 12 of 50: when it stops, and what it leaves behind.",
  questions: questions,
  options: [.foundation]
).run { show in
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 1

  show.step("Cancelled in row 12")
  let rows = [Counter(), Counter(), Counter()]
  let (isInRow12, isCancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let draw: @Sendable (Counter, String, Int) -> Void = { counter, name, row in
    show.wait(0.01)
    counter.raise()
    show.count(name, row)
    guard row == 12 else { return }
    isInRow12.signal()
    isCancelled.wait()
  }
  // prints: no check: 1 … 12
  // prints: main       no check       isCancelled → true
  // prints: no check: 13 … 50
  // prints: each strip: 13 … 15
  // prints: each row: 1 … 12
  let resizes = [
    NoCheck("no check") { draw(rows[0], "no check", $0) },
    EachStrip("each strip") { draw(rows[1], "each strip", $0) },
    EachRow("each row") { draw(rows[2], "each row", $0) },
  ]
  show.watch(resizes, narrated: true)
  queue.addOperations(resizes, waitUntilFinished: false)
  for resize in resizes {
    isInRow12.wait()
    resize.cancel()
    isCancelled.signal()
  }
  queue.waitUntilAllOperationsAreFinished()
  show.conclude(
    "cancel() set a flag, and no thread was interrupted. Each task drew on until its next check, or to its end."
  )
  let drawn = rows.map(\.value)
  show.claim("Cancelled in row 12, they drew 50, 15 and 12 rows", drawn == [50, 15, 12], got: "\(drawn)")

  show.step("What the loop leaves behind")
  let exports: [(PhotoFile) -> MiniOperation] = [
    { MyPollingOperation(data: $0) { try $0.writeRow() } }, { AfterTheLoop(to: $0) }, { InADefer(to: $0) },
  ]
  let cancelled = exports.map { leavesHalfAFile($0) { export in export.cancel() } }
  let diskFull = exports.map { leavesHalfAFile($0) { _ in throw DiskIsFull() } }
  let words = [cancelled, diskFull].map { $0.map { $0 ? "half a file" : "nothing    " } }
  // prints: cancelled       half a file       nothing           nothing
  // prints: the disk full   half a file       half a file       nothing
  show.text(
    """
                    no clean-up       after the loop    in a defer
    cancelled       \(words[0].joined(separator: "       "))
    the disk full   \(words[1].joined(separator: "       "))
    """)
  show.conclude(
    "There are three ways out of a loop: done, cancelled, and an error. Only a defer runs on all three.")
  show.claim("An error skipped the clean-up after the loop", cancelled[1] == false && diskFull[1])
  show.claim("An error did not skip the clean-up in a defer", cancelled[2] == false && diskFull[2] == false)
  show.compare(drawn.map { "\($0) rows" }, withFoundation: onFoundation)

  /// Runs an export, makes something happen to it in row 12, and returns whether a file is left.
  func leavesHalfAFile(
    _ make: (PhotoFile) -> MiniOperation, inRow12 happen: @escaping @Sendable (MiniOperation) throws -> Void
  ) -> Bool {
    let file = PhotoFile()
    defer { file.remove() }
    let export = make(file)
    file.inRow12 { try happen(export) }
    queue.addOperations([export], waitUntilFinished: true)
    return file.exists
  }
}

// Tasks to try, with answers: see README.md.
