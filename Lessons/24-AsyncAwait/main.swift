// Lesson 24: How do operations and tasks wait for each other?
//
// A block operation does not know the task that it has started, a task must not block, and an actor runs other calls
// while one of its calls awaits. Two short bridges let operations and tasks wait for each other, and cancel each other.
// Remember: an operation has finished when isFinished is announced, a task when its last line has run.
//
//   swift run lesson24

import LessonKit
import MiniOperations

Lesson(
  24, "How do operations and tasks wait for each other?",
  about: "A task in an operation, an operation in a task, a picture loaded twice.",
  questions: questions,
  options: [.foundation]
).run { show in
  let queue = MiniOperationQueue()
  let (first, second) = (Notebook(), Notebook())

  show.step("A task in a block operation")
  let (gate, hasArrived) = (Gate(), Gate())
  let block = MiniBlockOperation {
    Task {
      await gate.passed()
      write("the photo arrives", as: "download", in: first)
      hasArrived.open()
    }
  }
  queue.addOperations([block, decode(after: block, first)], waitUntilFinished: false)
  queue.waitUntilAllOperationsAreFinished()
  gate.open()
  fromMain { await hasArrived.passed() }
  // prints: decode         decode runs
  // prints: download       the photo arrives
  show.conclude("The block started a task and returned. That was all the operation had to do.")
  show.claim(
    "decode ran before the photo had arrived",
    first.lines == ["decode runs", "the photo arrives"], got: "\(first.lines)")

  show.step("An operation that runs a task")
  let answer = Gate()
  let download = TaskOperation("download") {
    await answer.passed()
    write("the photo arrives", as: "download", in: second)
  }
  queue.addOperation(decode(after: download, second))
  download.start()
  write("start() has returned", as: "download", in: second)
  answer.open()
  queue.waitUntilAllOperationsAreFinished()
  // prints: download       start() has returned
  // prints: download       the photo arrives
  // prints: decode         decode runs
  show.conclude("start() began the task and returned, and no thread waited. The task finished the operation.")
  show.claim(
    "start() returned, then the photo arrived, then decode ran",
    second.lines == ["start() has returned", "the photo arrives", "decode runs"], got: "\(second.lines)")

  show.step("Cancelled on either side")
  let error = cancelOperation(in: queue)
  let isCancelled = cancelTask(in: queue)
  show.say("the operation is cancelled, and its task ends with an error: \(error != nil)")
  show.say("the task is cancelled, and so is its operation: \(isCancelled)")
  // prints: the operation is cancelled, and its task ends with an error: true
  // prints: the task is cancelled, and so is its operation: true
  show.conclude("Each bridge passes cancellation on, and then waits for the other side to finish.")
  show.claim("Cancelling the operation ended the sleep of its task", error is CancellationError)
  show.claim("Cancelling the task cancelled the operation that it awaited", isCancelled)

  show.step("An actor lets another call in")
  let server = PictureServer()
  let pictures = Pictures { await server.load($0) }
  fromMain { await twice { try await pictures.picture("owl") } }
  let repairedServer = PictureServer()
  let repaired = RepairedPictures { await repairedServer.load($0) }
  fromMain { await twice { try await repaired.picture("owl") } }
  let counts = (server.loads, repairedServer.loads)
  show.say("downloads of owl: \(counts.0), and \(counts.1) if the task is stored")
  // prints: downloads of owl: 2, and 1 if the task is stored
  show.conclude(
    "While the first call awaited its download, the actor ran the second, which found no picture either.")
  show.claim("Two calls of the actor downloaded the picture twice", counts.0 == 2)
  show.claim("With the task stored before the await, it was downloaded once", counts.1 == 1)
  show.compare(first.lines) { onFoundation() }

  @Sendable func write(_ text: String, as name: String, in notebook: Notebook) {
    show.log(text, as: name)
    notebook.write(text)
  }

  func decode(after download: MiniOperation, _ notebook: Notebook) -> MiniOperation {
    let decode = MiniBlockOperation { write("decode runs", as: "decode", in: notebook) }
    decode.addDependency(download)
    return decode
  }
}

// Tasks to try, with answers: see README.md.
