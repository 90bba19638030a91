import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise08

@Suite(.serialized, .requirements) struct Depth {
  @Test func `In every order of cancel(), start() and the answer, a download finishes once`() async {
    await inOwnProcess {
      everyOrder(
        "a download is started, answered and cancelled",
        cause:
          "is it finished by two threads, or does start() change anything after cancel() has finished it?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let bench = Bench()
        let download = Download { answer in
          bench.trace("asked")
          scene.start("server") { answer("beach") }
        } store: { _ in
        }
        let next = MiniBlockOperation {
          bench.trace(download.isFinished && !download.isExecuting ? "next" : "next, too early")
        }
        next.addDependency(download)
        bench.queue.addOperations([download, next], waitUntilFinished: false)
        scene.thread("worker") { bench.workers.run() }
        scene.thread("cancel") { download.cancel() }
        scene.finally {
          bench.workers.run()
          scene.expect(
            download.isFinished && !download.isExecuting
              && ["next", "asked, next"].contains(bench.trace.text),
            """
            it asks the server at most once and finishes, and then its dependent runs (got \(bench.story), \
            isExecuting \(download.isExecuting), isFinished \(download.isFinished))
            """)
        }
      }
    }
  }

  @Test func `In every order of cancel() and changes of the network, a cancelled upload finishes`() async {
    await inOwnProcess {
      everyOrder(
        "an upload is cancelled while the network changes",
        cause: "is a cancelled upload ready whatever the network is, and is that announced after it is true?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let bench = Bench()
        let upload = Upload { bench.trace("sent") }
        bench.queue.addOperations(
          [upload, bench.block("next", after: upload)], waitUntilFinished: false)
        scene.thread("worker") { bench.workers.run() }
        scene.thread("cancel") { upload.cancel() }
        scene.thread("network") { for isWiFi in [true, false] { upload.networkChanged(isWiFi: isWiFi) } }
        scene.finally {
          bench.workers.run()
          scene.expect(
            upload.isFinished && ["next", "sent, next"].contains(bench.trace.text),
            """
            it is sent at most once and finishes, and its dependent runs (got isFinished \
            \(upload.isFinished), isReady \(upload.isReady), and \(bench.story))
            """)
        }
      }
    }
  }

  @Test
  func
    `In every order of two exports, one photo is written at a time, and done follows the album's last photo`()
    async
  {
    await inOwnProcess {
      // Two threads and several workers: too many orders to try all.
      let seed = freshSeed()
      everyOrder(
        "two threads export an album each", cause: "does done depend on the photos of its own album?",
        settings: Settings(.random(seed: seed, schedules: 200)), seed: seed
      ) { scene in
        let (exporter, disk) = (Exporter(), Disk(scene))
        for photo in ["beach", "town"] {
          scene.thread(photo) {
            let end = Flag("done was called for \(photo)")
            exporter.export([photo], write: disk.write) {
              disk.trace("\(photo) is done")
              end.raise()
            }
            end.wait()
          }
        }
        scene.finally {
          let isRight = ["beach", "town"].allSatisfy { photo in
            disk.trace.lines.filter { $0.hasPrefix(photo) } == [photo, "\(photo) is done"]
          }
          scene.expect(
            isRight && disk.trace.lines.count == 4 && disk.mostAtOnce == 1,
            "each photo, then its done, one at a time (got \(disk.trace.text), \(disk.mostAtOnce) at a time)")
        }
      }
    }
  }

  @Test
  func `In every order of two whilePaused calls, nothing starts in a body; the queue continues after both`()
    async
  {
    await inOwnProcess {
      everyOrder(
        "two threads call whilePaused",
        cause: "do two threads set isSuspended in the order in which their bodies begin and return?"
      ) { scene in
        let queue = MiniOperationQueue()
        let pause = Pause(queue: queue)
        for name in ["A", "B"] {
          scene.thread(name) {
            pause.whilePaused {
              scene.point("\(name)'s body")
              scene.expect(
                queue.isSuspended, "the queue is suspended in \(name)'s body (got isSuspended false)")
            }
          }
        }
        scene.finally {
          scene.expect(!queue.isSuspended, "the queue works after both bodies (got isSuspended true)")
        }
      }
      everyOrder(
        "the body of one thread waits for that of another", cause: "is a lock held while a body runs?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let pause = Pause(queue: MiniOperationQueue())
        let flag = Flag("B's body has run")
        scene.thread("A") { pause.whilePaused { flag.wait() } }
        scene.thread("B") { pause.whilePaused { flag.raise() } }
      }
    }
  }

  @Test func `If whilePaused is called in a body, the queue continues when the outermost body has returned`()
    async
  {
    await inOwnProcess {
      let bench = Bench()
      let pause = Pause(queue: bench.queue)
      bench.queue.addOperation(bench.block("resize"))
      let hasReturned = returns {
        pause.whilePaused {
          pause.whilePaused { pause.whilePaused { bench.workers.run() } }
          bench.workers.run()
          bench.trace("outermost")
        }
        bench.workers.run()
      }
      expect(
        hasReturned && bench.trace.text == "outermost, resize",
        """
        expected resize to run after the outermost of three calls of whilePaused, got \
        \(hasReturned ? "" : "no return, ")\(bench.story): what does the inner call know of the outer \
        one?\(bench.report)
        """)
    }
  }

  @Test func `Operations and closures are released when their queue is empty`() async {
    await inOwnProcess {
      let (bench, objects) = (Bench(), Lifetimes())
      let server = Server(bench.trace)
      let gallery = Gallery(queue: bench.queue) { _ in }
      let exporter = Exporter()
      do {
        let lost = objects.observe(server.download("lost"), as: "a download")
        let cancelled = objects.observe(server.download("cancelled"), as: "a cancelled download")
        let object = objects.object("what is sent")
        let upload = objects.observe(Upload { withExtendedLifetime(object) {} }, as: "a cancelled upload")
        bench.queue.addOperations([lost, cancelled, upload], waitUntilFinished: false)
        cancelled.cancel()
        upload.cancel()
        for number in 1...2 {
          let object = objects.object("drawing \(number)")
          gallery.show("beach") { withExtendedLifetime(object) {} }
        }
        for operation in bench.queue.operations where operation.name == "draw beach" {
          objects.observe(operation, as: "the operation of a drawing")
        }
      }
      bench.workers.run()
      server.answer(nil)
      bench.workers.run()
      expect(
        bench.queue.operationCount == 0 && objects.alive.isEmpty,
        """
        expected two downloads, an upload and two drawings to be released when they have finished, got \
        \(objects.alive) alive, \(bench.story): what does the gallery store, and what else refers to a \
        finished operation?\(bench.report)
        """)
      let released = Milestone()
      do {
        let (written, done) = (ReleaseObserver { released.reach() }, ReleaseObserver { released.reach() })
        exporter.export(["beach"], write: { _ in withExtendedLifetime(written) {} }) {
          withExtendedLifetime(done) {}
        }
      }
      let areReleased = released.wait(for: 2)
      expect(
        areReleased,
        """
        expected write and done to be released when the album is written, got \(released.count) of 2 \
        released: do two operations refer to each other?
        """)
    }
  }
}
