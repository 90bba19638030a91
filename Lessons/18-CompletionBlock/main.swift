// Lesson 18: Can you cancel a completion block?
//
// A completion block is called after its operation has finished, cancelled or not, and the two retain each other.
// Remember: a completion block reports that an operation has finished, and does none of its work.
//
//   swift run lesson18

import Dispatch
import Documents
import Foundation
import LessonKit
import MiniOperations

Lesson(
  18, "Can you cancel a completion block?",
  about: "Previews that do not stop, a spinner that stays, photos that stay in memory.",
  questions: questions
).run { show in
  let network = RunLoopThread(name: "network")

  show.step("Fifty previews in a completion block, and a button to cancel them")
  let queue = MiniOperationQueue()
  let download = MyOperation(thread: network)
  let (misplaced, drawn, cancelled, late) = (Counter(), Counter(), Counter(), Counter())
  drawPreviews(after: download, in: queue, cancelAfter: show.shortened(3)) { [weak download] number in
    let isFinished = download?.isFinished == true
    if number == 1 { show.log("begins to draw, isFinished is \(isFinished)", as: "the block") }
    if !isFinished || !Thread.isMainThread { misplaced.raise() }
    show.count("preview", number)
    show.wait(0.1)
    drawn.raise()
    if number == 50 { show.log("has drawn all previews", as: "the block") }
  } cancel: {
    download.cancel()
    show.log("cancel() has returned", as: "the user")
    if drawn.value >= 50 { late.raise() }
    cancelled.raise()
  }
  show.turnMainLoop { cancelled.value == 1 }
  // prints: the block      begins to draw, isFinished is true
  // prints: the block      has drawn all previews
  // prints: the user       cancel() has returned
  show.say("isCancelled: \(download.isCancelled)")  // prints: isCancelled: false
  show.conclude(
    "The download had finished before its block was called. The block was busy on the main thread for five seconds, "
      + "and cancel(), due there after three, was called when it had returned.")
  show.claim("All was drawn on the main thread, after the download had finished", misplaced.value == 0)
  show.claim(
    "cancel(), due in the middle, was called at the end and cancelled nothing",
    late.value == 1 && !download.isCancelled)

  show.step("The user cancels earlier, and the block has to hide the spinner")
  let main = DispatchQueue(label: "main")
  let plain = isPlainBlockCalled()
  let shipped = isBlockCalled(of: MyOperation(thread: network, mainQueue: main), on: main)
  let gone = isBlockCalledOfReleased(network, on: main)
  let repaired = isBlockCalled(of: Repaired.MyOperation(thread: network, mainQueue: main), on: main)
  show.text(
    """
    a cancelled download                  is its block called?
    of a plain operation                  \(plain)
    of the class that shipped             \(shipped)
    the same, operation already released  \(gone)
    of the repaired class                 \(repaired)
    """)
  // prints: of the class that shipped             false
  // prints: the same, operation already released  true
  show.conclude(
    "Cancelled is one way to finish. The class that shipped does not report it, so the spinner stays.")
  show.claim("A cancelled operation's block is called, as any other's", plain && repaired)
  show.claim("The class that shipped calls it only if the operation is gone", !shipped && gone)

  show.step("Blocks that refer to their operation")
  let lives = memory()
  for life in lives { show.say(life) }
  // prints: finished: released
  // prints: never started: still in memory
  show.conclude("An operation sets its block to nil when it calls it. One that never starts keeps it.")
  show.claim("A block that has been called may have captured its operation", lives[0].hasSuffix("released"))
  show.claim("Never started, the operation and its block stay forever", lives[1].hasSuffix("memory"))

  show.step("Two photos of AFNetworking, whose blocks share a group")
  let (group, busy) = (DispatchGroup(), DispatchGroup())
  busy.enter()  // The other photo's block, which has not been called.
  // When the first of the two is released, the second one has had its time.
  let (alone, second) = (finishedDownload(in: group, on: main), finishedDownload(in: busy, on: main))
  let isAloneReleased = alone.wait()
  show.say("alone in its group: \(isAloneReleased ? "released" : "still in memory")")
  show.say("with a busy one: \(second.wasSent ? "released" : "still in memory")")
  // prints: with a busy one: still in memory
  let isHeld = isAloneReleased && !second.wasSent
  busy.leave()
  show.conclude("AFNetworking releases a block when its group is empty, and all photos share one group.")
  show.claim(
    "Done, it stayed in memory until the other photo was done, too", isHeld && second.wait())
}

// Tasks to try, with answers: see README.md.
