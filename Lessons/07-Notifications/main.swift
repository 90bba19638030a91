// Lesson 07: What happens if a key is misspelt?
//
// A key is a string, and a wrong letter is enough: the operation is done, its isFinished is true, and its queue waits.
// Here a key is misspelt, then left out, and then all keys of one operation are observed.
// Remember: for its queue, an operation has finished when it announces "isFinished", letter by letter.
//
//   swift run lesson07

import Dispatch
import LessonKit
import MiniOperations

Lesson(
  7, "What happens if a key is misspelt?",
  about: "A download that announces isFinish, and the keys that a queue needs.",
  questions: questions,
  options: [.foundation]
).run { show in
  show.step("Two letters are missing")
  let photos = TwoPhotos(first: Download(finishedKey: "isFinish"))
  let (first, queue) = (photos.first, photos.queue)
  var tokens = [first.observe(forKey: "isFinish") { _, _ in show.log("announces isFinish", as: "photo 1") }]
  first.photoArrived()
  show.say("photo 1 isFinished: \(first.isFinished), photo 2 has begun: \(photos.hasSecondBegun())")
  // prints: photo 1        announces isFinish
  // prints: photo 1 isFinished: true, photo 2 has begun: false
  // prints: 'photo 1' has finished, but isFinished was not announced
  show.quote(queue.stallReport().description)
  let hadWaited = !photos.second.isExecuting
  first.willChangeValue(forKey: "isFinished")
  first.didChangeValue(forKey: "isFinished")
  show.say("isFinished is announced. photo 2 has begun: \(photos.hasSecondBegun())")
  // prints: isFinished is announced. photo 2 has begun: true
  show.conclude(
    "The observer of isFinish was called, because any string is a key. The queue observes isFinished, and was not "
      + "called.")
  show.claim(
    "isFinished was true, and the queue went on only when it was announced",
    hadWaited && photos.second.isExecuting)

  show.step("Which keys does the queue need?")
  // prints: isExecuting  photo 2 waits
  // prints: isFinished   photo 2 begins
  let rows = table()
  show.text("photo 1 announces")
  show.text(rows.joined(separator: "\n"))
  show.conclude("Of these two keys, the queue needs only isFinished.")
  show.claim(
    "photo 2 began exactly where isFinished was announced",
    rows.map { $0.hasSuffix("begins") } == choices.map { $0.1 })

  show.step("Who is told, and on which thread?")
  let isAdded = DispatchSemaphore(value: 0)
  let (download, resize) = (MiniBlockOperation { isAdded.wait() }, MiniBlockOperation {})
  download.name = "download"
  tokens += observeAll(resize) { show.log($0, as: "resize") }
  tokens.append(
    download.observe(\.isFinished) { _, _ in show.log("isFinished → true", as: "download") })
  // prints: resize         dependencies → download
  // prints: resize         isReady → false
  // prints: resize         queuePriority → high
  // prints: resize         isReady → true
  // prints: resize         isExecuting → true
  // prints: resize         isFinished → true
  resize.addDependency(download)
  resize.queuePriority = .high
  let pictures = MiniOperationQueue()
  pictures.addOperations([download, resize], waitUntilFinished: false)
  isAdded.signal()
  pictures.waitUntilAllOperationsAreFinished()
  show.waitForEnd(of: resize)
  func thread(of text: String) -> String? { show.events.last { "\($0)" == text }?.thread }
  show.conclude(
    "The thread that makes a change calls the observers. resize became ready on the worker that had finished "
      + "download.")
  show.claim(
    "isReady of resize was announced on the thread that finished download",
    thread(of: "resize isReady → true") == thread(of: "download isFinished → true")
      && thread(of: "resize queuePriority → high") == "main")

  show.step("isConcurrent, and nothing else")
  let only = OnlyConcurrent()
  tokens += observeAll(only) { show.log($0, as: "only") }
  // prints: only           isExecuting → true
  // prints: only           isFinished → true
  only.start()
  show.conclude("isConcurrent hands nothing over: the inherited start() has set the state and announced it.")
  show.claim(
    "With isConcurrent alone, the class still finished by itself",
    only.isFinished && show.events.place("only", .note("isFinished → true")) != nil)
  show.compare(rows, withFoundation: onFoundation)
}

// Tasks to try, with answers: see README.md.
