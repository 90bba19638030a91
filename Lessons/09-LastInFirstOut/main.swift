// Lesson 09: How can the newest run first?
//
// You scroll, and the thumbnail in front of you was requested last. Two versions of a well-known library tell the queue
// so with dependencies, and the queue can be told without any.
// Remember: a dependency says which operation must wait, and not which one is more wanted.
//
//   swift run lesson09

import Documents
import LessonKit
import MiniOperations

Lesson(
  9, "How can the newest run first?",
  about: "Fourteen thumbnails, the newest first: with dependencies, twice, and without.",
  questions: questions,
  options: [.foundation]
).run { show in
  show.step("Each one waits for the next newer one")
  // prints: 1 7 6 5 4 3 2 14 13 12 11 10 9 8
  let of2013 = Downloads(limit: 1)
  of2013.run(SDWebImageDownloader(.of2013, queue: of2013.queue).add)
  show.say(of2013.order)
  show.conclude(
    "7 ran when 8 was added, and so it did not wait for 8. There were two chains then, and 6 was older than 14."
  )
  show.claim(
    "6 to 2 ran before 14 to 8, although these were newer",
    of2013.started == [1, 7, 6, 5, 4, 3, 2, 14, 13, 12, 11, 10, 9, 8], got: of2013.order)

  show.step("A dependency of an operation that runs")
  // prints: download 1 runs, and now depends on download 2
  let free = Downloads(limit: 3)
  free.fill(1...3, SDWebImageDownloader(.of2013, queue: free.queue).add)
  let (first, second) = (free.download(1), free.download(2))
  show.say("download 1 runs, and now depends on \(first.dependencies.first?.name ?? "nothing")")
  free.letGo(1)
  show.say("download 1 finished: \(first.isFinished), download 2 finished: \(second.isFinished)")
  // prints: download 1 finished: true, download 2 finished: false
  show.conclude("download 1 has a new dependency, but the queue reads dependencies only before the start.")
  show.claim(
    "Told to wait for download 2, the running download 1 finished first",
    first.dependencies.first === second && first.isFinished && !second.isFinished)
  free.letAllGo()

  show.step("All wait for the newest")
  // prints: 1 7 14 13 12 11 10 9 8 6 5 4 3 2
  // prints: limit 3, all added: 3 running, 11 waiting, 1 of them ready, 55 dependencies
  // prints: three finished: 1 running, 10 waiting, 0 of them ready, 55 dependencies
  let of2019 = Downloads(limit: 1)
  of2019.run(SDWebImageDownloader(.of2019, queue: of2019.queue).add)
  show.say("limit 1: \(of2019.order)")
  let costly = Downloads(limit: 3)
  costly.fill(1...14, SDWebImageDownloader(.of2019, queue: costly.queue).add)
  let price = costly.state
  show.say("limit 3, all added: \(price)")
  costly.letGo(3)
  costly.waitUntilStarted(4)
  let rest = costly.state
  show.say("three finished: \(rest)")
  show.conclude(
    "The order is right. But each one waits for all newer ones, so after the first three only one at a "
      + "time is ready or running, and two of three slots are empty.")
  show.claim(
    "The newest ran first, and in three slots only one at a time",
    of2019.started == newestFirst && price.dependencies == 55 && rest.running == 1 && rest.ready == 0,
    got: "\(rest)")
  costly.letAllGo()

  show.step("The queue chooses the newest")
  // prints: 1 7 14 13 12 11 10 9 8 6 5 4 3 2
  // prints: limit 3, all added: 3 running, 11 waiting, 11 of them ready, 0 dependencies
  // prints: three finished, and these run: 12, 13, 14
  let one = newestFirstQueue(limit: 1)
  one.run(one.queue.addOperation)
  show.say("limit 1: \(one.order)")
  let three = newestFirstQueue(limit: 3)
  three.fill(1...14, three.queue.addOperation)
  show.say("limit 3, all added: \(three.state)")
  three.letGo(3)
  three.waitUntilStarted(6)
  let next = three.started[3..<6].sorted()
  show.say("three finished, and these run: \(next.map(String.init).joined(separator: ", "))")
  show.conclude("All are ready, the queue starts the newest of them, and no slot is empty.")
  show.claim(
    "Without a dependency the newest ran first, in three slots three at a time",
    one.started == newestFirst && next == [12, 13, 14], got: "\(one.order), \(next)")
  three.letAllGo()
  show.compare([of2013.order, of2019.order, one.order], withFoundation: onFoundation)
}

// Tasks to try, with answers: see README.md.
