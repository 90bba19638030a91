import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise08

@Suite(.serialized, .requirements) struct Core {
  @Test func `A download finishes if the server has no photo`() async {
    await inOwnProcess {
      let bench = Bench()
      let server = Server(bench.trace)
      for (name, photo) in [("beach", "beach" as String?), ("lost", nil)] {
        let download = server.download(name)
        bench.queue.addOperations(
          [download, bench.block("after \(name)", after: download)], waitUntilFinished: false)
        bench.workers.run()
        let early = download.isFinished
        server.answer(photo)
        bench.workers.run()
        expect(
          !early && download.isFinished && bench.trace.lines.last == "after \(name)",
          """
          expected the download of \(name) to finish when the server answers \(shown(photo)), and its \
          dependent to run, got \(early ? "a finish before the answer, then " : "")\(bench.story): which \
          answers lead to no finish?\(bench.report)
          """)
      }
      expect(
        bench.trace.text
          == "beach is asked for, beach is stored, after beach, lost is asked for, after lost",
        """
        expected only beach to be stored, which the server has, got \(bench.story): what is stored for \
        nil?\(bench.report)
        """)
    }
  }

  @Test func `A download that was cancelled before it starts finishes without asking the server`() async {
    await inOwnProcess {
      let bench = Bench()
      let download = Server(bench.trace).download("beach")
      bench.queue.addOperations(
        [download, bench.block("next", after: download)], waitUntilFinished: false)
      download.cancel()
      bench.workers.run()
      expect(
        download.isFinished && bench.trace.text == "next",
        """
        expected a download that is cancelled before the queue starts it to finish, and its dependent to \
        run, got \(bench.story): a queue starts cancelled operations, too; which line of start() do they \
        leave by?\(bench.report)
        """)
    }
  }

  @Test
  func `A download cancelled while it waits finishes, at the latest with the answer, and stores nothing`()
    async
  {
    await inOwnProcess {
      let bench = Bench()
      let server = Server(bench.trace)
      let download = server.download("beach")
      bench.queue.addOperations(
        [download, bench.block("next", after: download)], waitUntilFinished: false)
      bench.workers.run()
      let before = bench.trace.text
      download.cancel()
      server.answer("beach")
      bench.workers.run()
      expect(
        before == "beach is asked for" && download.isFinished && bench.trace.text == "\(before), next",
        """
        expected a download that is cancelled before the answer "beach" to finish without storing it, and \
        its dependent to run, got \(bench.story): does each path through the closure that fetch receives \
        finish?\(bench.report)
        """)
    }
  }

  @Test func `An upload waits for its dependencies and for Wi-Fi, and a cancelled one for neither`() async {
    await inOwnProcess {
      let bench = Bench()
      @Sendable func upload(_ name: String) -> Upload {
        let upload = Upload { bench.trace("\(name) is sent") }
        upload.name = name
        return upload
      }
      let (resize, beach) = (bench.block("resize"), upload("beach"))
      beach.addDependency(resize)
      bench.queue.addOperation(beach)
      beach.networkChanged(isWiFi: true)
      bench.workers.run()
      let withoutResize = bench.trace.text
      beach.networkChanged(isWiFi: false)
      bench.queue.addOperation(resize)
      bench.workers.run()
      let withoutWiFi = bench.trace.text
      beach.networkChanged(isWiFi: true)
      bench.workers.run()
      expect(
        withoutResize == "nothing" && withoutWiFi == "resize" && bench.trace.text == "resize, beach is sent",
        """
        expected beach, which depends on resize, to be sent when resize has run and the network is Wi-Fi, \
        got \(withoutResize) with Wi-Fi and without resize, then \(withoutWiFi) without Wi-Fi, then \
        \(bench.story): does isReady need super.isReady and Wi-Fi?\(bench.report)
        """)
      for isWaiting in [false, true] {
        let (bench, resize) = (Bench(), bench.block("resize"))
        let town = Upload { bench.trace("town is sent") }
        town.name = "town"
        if isWaiting { town.addDependency(resize) }
        bench.queue.addOperations([town, bench.block("next", after: town)], waitUntilFinished: false)
        bench.workers.run()
        town.cancel()
        bench.workers.run()
        let isReady = town.isReady
        let question =
          isReady
          ? "does the queue learn that isReady has changed?" : "is isReady true for a cancelled upload?"
        expect(
          town.isFinished && bench.trace.text == "next",
          """
          expected an upload that is cancelled without \
          Wi-Fi\(isWaiting ? " and before its dependency has run" : "") to finish without sending, and its \
          dependent to run, got isReady \(isReady), \(bench.story): \(question)\(bench.report)
          """)
      }
    }
  }

  @Test func `A photo that was not prefetched is decoded and then drawn, by operations of the queue`() async {
    await inOwnProcess {
      let bench = Bench()
      let gallery = Gallery(queue: bench.queue) { photo in
        bench.trace("\(photo) is being decoded")
        // What another worker could start now.
        bench.workers.run()
        bench.trace("\(photo) is decoded")
      }
      gallery.show("beach") { bench.trace("beach is drawn") }
      let early = bench.trace.text
      bench.workers.run()
      expect(
        early == "nothing"
          && bench.trace.lines == ["beach is being decoded", "beach is decoded", "beach is drawn"],
        """
        expected show to return at once, and beach to be decoded and then drawn when the queue works, got \
        \(early) when show returned, then \(bench.story): who adds the decoding to the queue, and what waits \
        for it?\(bench.report)
        """)
    }
  }

  @Test func `Shown and prefetched in any order, a photo is decoded once, before it is drawn`() async {
    await inOwnProcess {
      for story in ["SS", "PS", "SP", "PPS", "SPS", "SSPP", "S-S", "P-S", "S-P", "P-P", "S-PS"] {
        let bench = Bench()
        let gallery = Gallery(queue: bench.queue) { [trace = bench.trace] in trace("decode \($0)") }
        for call in story {
          switch call {
          case "S": gallery.show("beach") { bench.trace("draw") }
          case "P": gallery.prefetch("beach")
          default: bench.workers.run()
          }
        }
        bench.workers.run()
        let draws = story.count { $0 == "S" }
        let calls = story.map { $0 == "S" ? "show" : $0 == "P" ? "prefetch" : "the queue works" }
        expect(
          bench.trace.lines == ["decode beach"] + Array(repeating: "draw", count: draws)
            && bench.misuses.lines.isEmpty && bench.queue.operationCount == 0,
          """
          expected beach to be decoded once and then drawn \(draws) times after \
          \(calls.joined(separator: ", ")), got \(bench.story): is a decoding added to the queue once, by \
          whichever call is the first?\(bench.report)
          """)
      }
    }
  }

  @Test func `An album is written one photo at a time, and done is called once, after the last photo`() async
  {
    await inOwnProcess {
      for photos in [["beach", "town"], []] {
        everyOrder(
          "an album with \(photos.count) photos is exported",
          cause: "does an operation keep its slot while it waits for another that needs it?",
          settings: Settings(.exhaustive(preemptions: 1))
        ) { scene in
          let (exporter, disk, end) = (Exporter(), Disk(scene), Flag("done was called"))
          scene.thread("Album") {
            exporter.export(photos, write: disk.write) {
              disk.trace("done")
              end.raise()
            }
            end.wait()
          }
          scene.finally {
            scene.expect(
              disk.trace.lines.sorted() == (photos + ["done"]).sorted() && disk.trace.lines.last == "done"
                && disk.mostAtOnce <= 1,
              """
              each photo is written, one at a time, and done is called once, after them (got \
              \(disk.trace.text), \(disk.mostAtOnce) at a time)
              """)
          }
        }
      }
      everyOrder(
        "a photo is not written before export has returned",
        cause: "does export wait for the operations that it adds?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        let (exporter, back) = (Exporter(), Flag("export has returned"))
        let end = Flag("done was called")
        scene.thread("Album") {
          exporter.export(["beach"], write: { _ in back.wait() }, done: { end.raise() })
          back.raise()
          end.wait()
        }
      }
    }
  }

  @Test func `Two albums, exported without waiting for the first, are both written`() async {
    await inOwnProcess {
      // Some answers have a thread for each album: too many orders to try all.
      let seed = freshSeed()
      everyOrder(
        "two albums are exported", cause: "can waiting operations take all slots, however many there are?",
        settings: Settings(.random(seed: seed, schedules: 200)), seed: seed
      ) { scene in
        let (exporter, disk) = (Exporter(), Disk(scene))
        let ends = [Flag("first done was called"), Flag("second done was called")]
        scene.thread("Album") {
          exporter.export(["beach"], write: disk.write) { ends[0].raise() }
          exporter.export(["town"], write: disk.write) { ends[1].raise() }
          for end in ends { end.wait() }
        }
        scene.finally {
          scene.expect(
            disk.trace.lines.sorted() == ["beach", "town"] && disk.mostAtOnce == 1,
            "both photos are written, one at a time (got \(disk.trace.text), \(disk.mostAtOnce) at a time)")
        }
      }
    }
  }

  @Test
  func `During whilePaused the queue starts nothing, and it continues when the body returns or throws`()
    async
  {
    await inOwnProcess {
      struct Full: Error {}
      for isThrown in [false, true] {
        let bench = Bench()
        let pause = Pause(queue: bench.queue)
        var (value, early) = (0, "")
        do {
          value = try pause.whilePaused {
            bench.queue.addOperation(bench.block("resize"))
            bench.workers.run()
            early = bench.trace.text
            if isThrown { throw Full() }
            return 7
          }
        } catch {
          value = error is Full ? 13 : 0
        }
        bench.workers.run()
        expect(
          early == "nothing" && bench.trace.text == "resize" && value == (isThrown ? 13 : 7),
          """
          expected resize to run after whilePaused, whose body \
          \(isThrown ? "throws an error" : "returns 7"), and the \(isThrown ? "error" : "value") to be \
          passed on, got \(early) in the body, then \(bench.story): which lines run when the body \
          throws?\(bench.report)
          """)
      }
    }
  }
}
