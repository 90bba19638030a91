import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise07

extension Depth {
  @Test func `When a piece is released, its objects may call the runner`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let places: [(name: String, release: @Sendable (Bench) -> Void)] = [
          ("when its piece has finished", { _ in }), ("in drop()", { _ = $0.runner.drop() }),
          (
            "in drop() of a suspended runner",
            {
              $0.runner.suspend(); _ = $0.runner.drop()
            }
          ),
        ]
        for (place, release) in places {
          for (name, call) in calls {
            let bench = Bench()
            let returned = returns {
              // Two, because the second is released after the first.
              for number in 1...2 {
                let object = ReleaseObserver { [runner = bench.runner, trace = bench.trace] in
                  call(runner)
                  trace("\(number) called")
                }
                bench.runner.add { withExtendedLifetime(object) {} }
              }
              release(bench)
              bench.run()
              bench.runner.resume()
              bench.run()
              bench.runner.resume()
              bench.add(9)
              bench.run()
            }
            let got = returned ? bench.trace.text : "a call that does not return"
            let holds = returned && bench.trace.lines.contains("1 called") && bench.ended == [9]
            expect(
              holds,
              """
              expected \(name) to return in the deinit of an object that is released \(place), and 9 to run afterwards, \
              got \(got): is a piece released while a lock is held?
              """)
            if !holds { return }
          }
        }
        for (name, call) in calls where ["suspend()", "drop()"].contains(name) {
          let bench = Bench()
          do {
            let object = ReleaseObserver { [runner = bench.runner] in call(runner) }
            bench.runner.add { withExtendedLifetime(object) {} }
          }
          bench.add(2)
          bench.run()
          expect(
            bench.trace.text == "nothing",
            """
            expected 2 not to begin where releasing the piece before it calls \(name), got \(bench.trace.text): is the \
            next piece chosen before the last one is released?
            """)
          if bench.trace.text != "nothing" { return }
        }
      }
    }
    judge(end)
  }

  @Test func `A piece is released when it has finished or was dropped, even if others wait`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let objects = Lifetimes()
        let bench = Bench()
        func add(_ name: String, body: @escaping @Sendable () -> Void = {}) {
          let object = objects.object(name)
          bench.runner.add { withExtendedLifetime(object, body) }
        }
        add("1")
        add("2") { [weak runner = bench.runner] in runner?.suspend() }
        add("3")
        add("4")
        bench.run()
        expect(
          objects.alive == ["3", "4"],
          """
          expected 1 and 2 to be released when they have finished, while 3 and 4 wait in the suspended runner, got \
          \(objects.alive) alive: where is a finished piece removed?
          """)
        guard objects.alive == ["3", "4"] else { return }
        let count = bench.runner.drop()
        expect(
          count == 2 && objects.alive.isEmpty,
          "expected drop() to release 3 and 4, got \(objects.alive) alive: what else refers to a dropped piece?"
        )
      }
    }
    judge(end)
  }

  @Test func `A runner to which nothing refers any more finishes its pieces and is released`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (objects, trace, launched) = (Lifetimes(), Notes(), Launched())
        do {
          let runner = objects.observe(SerialRunner { launched.add($0) }, as: "the runner")
          for number in 1...3 { runner.add { trace("\(number)") } }
        }
        launched.runAll()
        expect(
          trace.text == "1, 2, 3",
          """
          expected 1, 2 and 3 to run although nothing refers to their runner any more, got \(trace.text): what retains \
          it until then?
          """)
        expect(
          objects.alive.isEmpty,
          "expected the runner to be released when its pieces have finished, got it alive: what still refers to it?"
        )
      }
    }
    judge(end)
  }

  @Test func `A suspended runner to which nothing refers any more is released with its pieces`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        typealias Add = (_ name: String, _ body: @escaping @Sendable (SerialRunner) -> Void) -> Void
        let suspensions: [(name: String, suspend: (SerialRunner, Launched, Add) -> Void)] = [
          (
            "before the first piece",
            { runner, _, add in
              runner.suspend(); add("1") { _ in }
            }
          ),
          (
            "before the launched closure ran",
            { runner, _, add in
              add("1") { _ in }; runner.suspend()
            }
          ),
          (
            "by a piece, with another one waiting",
            { _, _, add in
              add("1") { $0.suspend() }; add("2") { _ in }
            }
          ),
          (
            "by a piece, and a piece is dropped and another one added",
            { runner, launched, add in
              add("1") { $0.suspend() }
              add("2") { _ in }
              launched.runAll()
              _ = runner.drop()
              add("3") { _ in }
            }
          ),
        ]
        var unstored: String?
        for (name, suspend) in suspensions {
          let (objects, launched) = (Lifetimes(), Launched())
          do {
            let runner = objects.observe(SerialRunner { launched.add($0) }, as: "the runner")
            suspend(runner, launched) { name, body in
              let object = objects.object("piece \(name)")
              runner.add { [weak runner] in withExtendedLifetime(object) { runner.map(body) } }
            }
            launched.runAll()
            if objects.alive.count < 2 { unstored = name }
          }
          expect(
            objects.alive.isEmpty,
            """
            expected a runner that was suspended \(name) to be released with its pieces, got \(objects.alive) alive: \
            does it retain itself while pieces wait?
            """)
          if !objects.alive.isEmpty { return }
        }
        expect(
          unstored == nil,
          """
          expected a piece to wait in a runner that was suspended \(unstored ?? ""), got none: where are pieces stored?
          """)
      }
    }
    judge(end)
  }
}
