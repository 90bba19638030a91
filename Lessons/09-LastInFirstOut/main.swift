// Lesson 09: How can the newest run first?
//
// A list of pictures scrolls by, and the newest request should be served first. "简单实现一个并发的NSOperation"
// (2017-03-25) doubts that SDWebImage's code did this, and notes in 2022 that it was replaced. This lesson runs both
// versions and a third. Remember: a dependency states which operation must wait, not which one is more wanted.
//
//   swift run lesson09

import Documents
import LessonKit
import MiniOperations

Lesson(
  9, "How can the newest run first?",
  about: "Fourteen downloads, the newest first: as in 2013, as in 2019, and as a setting of the queue.",
  questions: questions,
  options: [.foundation]
).run { show in
  let golden2013 = [1, 7, 6, 5, 4, 3, 2, 14, 13, 12, 11, 10, 9, 8]
  let golden2019 = [1, 7, 14, 13, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2]

  // MARK: Step 1

  show.step("Three downloads, three free slots")
  // prints: Started: 1 2 3
  // prints: download 1 runs, and now depends on download 2
  let free = Downloads(limit: 3)
  let quiet = SDWebImageDownloader(.of2013, queue: free.queue)
  free.fill(1...3) { download in
    show.watch([download], narrated: false)
    quiet.add(download)
  }
  show.say("Started: \(free.order)")
  show.say("download 1 runs, and now depends on \(free.download(1).dependencies.first?.name ?? "nothing")")
  free.letGo(1)
  show.conclude(
    "All three had a slot at once. Download 1 was executing when it got its dependency, and the queue did "
      + "not read it any more.")
  show.claim(
    "A dependency added to a running operation has no effect, as the document suspects",
    free.download(1).dependencies.first === free.download(2) && free.download(1).isFinished
      && free.download(2).isExecuting)
  free.letAllGo()

  // MARK: Step 2

  show.step("One slot, version of 2013")
  // prints: 1 7 6 5 4 3 2 14 13 12 11 10 9 8
  let of2013 = Downloads(limit: 1)
  of2013.run(SDWebImageDownloader(.of2013, queue: of2013.queue).add)
  show.say(of2013.order)
  show.conclude(
    "While all slots are taken, each waits for the next newer one. 7 was executing when 8 was added, so "
      + "two chains began, and 6 was older than 14.")
  show.claim(
    "2013: while all slots are taken the newest runs first, until one is added while its predecessor runs",
    of2013.started == golden2013, got: of2013.order)

  // MARK: Step 3

  show.step("One slot, version of 2019")
  // prints: 1 7 14 13 12 11 10 9 8 6 5 4 3 2
  let of2019 = Downloads(limit: 1)
  of2019.run(SDWebImageDownloader(.of2019, queue: of2019.queue).add)
  show.say(of2019.order)
  show.conclude(
    "Every waiting download depends on every newer one, so there is one chain, and the newest is first.")
  show.claim("2019: the newest runs first", of2019.started == golden2019, got: of2019.order)

  // MARK: Step 4

  show.step("The price: three slots")
  // prints: 2019: running 3, waiting 11, of these ready 1, dependencies 55
  // prints: three finished: running 1, waiting 10, of these ready 0, dependencies 55
  let costly = Downloads(limit: 3)
  costly.fill(1...14, SDWebImageDownloader(.of2019, queue: costly.queue).add)
  let price = costly.state
  show.say("2019: \(price)")
  costly.letGo(3)
  costly.waitUntilStarted(4)
  let rest = costly.state
  show.say("three finished: \(rest)")
  show.claim(
    "2019: the waiting downloads run one at a time although there are three slots",
    rest.running == 1 && rest.ready == 0
  )
  show.conclude(
    "Of eleven waiting downloads one is ready, because the others wait for newer ones. Two of three slots "
      + "stay empty.")
  show.claim("2019: eleven waiting downloads have 55 dependencies", price.dependencies == 55)
  costly.letAllGo()

  // MARK: Step 5

  show.step("An order built into the queue")
  // prints: 1 7 14 13 12 11 10 9 8 6 5 4 3 2
  // prints: newest first: running 3, waiting 11, of these ready 11, dependencies 0
  // prints: three finished: running 3, waiting 8, of these ready 8, dependencies 0
  let proper = Downloads(limit: 1)
  proper.run(Repaired.SDWebImageDownloader(queue: proper.queue).add)
  show.say(proper.order)
  // snippet: newest
  let cheap = Downloads(limit: 3)
  cheap.queue.order = .newestFirst
  cheap.fill(1...14, cheap.queue.addOperation)
  // end
  let gain = cheap.state
  show.say("newest first: \(gain)")
  cheap.letGo(3)
  cheap.waitUntilStarted(6)
  show.say("three finished: \(cheap.state)")
  let next = Set(cheap.started[3..<6])
  show.claim(
    "The queue's own setting gives the same sequence with one slot, without a dependency",
    proper.started == golden2019 && gain.dependencies == 0)
  show.conclude(
    "The queue chooses the newest among those that are ready, and no dependency is needed. All three "
      + "slots are used.")
  show.claim("With three slots three run: 12, 13 and 14", next == [12, 13, 14], got: "\(next)")
  cheap.letAllGo()

  show.compare(
    ["2013: " + of2013.order, "2019: " + of2019.order], withFoundation: onFoundation)
}

// Tasks to try, with answers, and the next lesson: see README.md.
