import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise06

extension Depth {
  @Test func `A piece is released when it has run or was taken back, and operations when the queue is empty`()
    async
  {
    await inOwnProcess {
      let (bench, objects) = (Bench(), Lifetimes())
      func add(_ number: Int) -> LastInFirstOut.Ticket {
        let object = objects.object("piece \(number)")
        defer { for operation in bench.queue.operations { objects.observe(operation, as: "an operation") } }
        return bench.add(number) { withExtendedLifetime(object) {} }
      }
      let tickets = (1...5).map(add)
      // The oldest, one in the middle, the newest, and the one that is the newest then.
      for index in [0, 2, 4, 3] { _ = bench.stack.takeBack(tickets[index]) }
      let waiting = objects.alive.filter { $0 != "an operation" }
      expect(
        waiting == ["piece 2"],
        """
        expected only 2 to be retained where 1, 3, 5 and 4 were taken back, got \(waiting): what else refers \
        to them?
        """)
      bench.workers.run()
      expect(
        bench.numbers == [2] && objects.alive.isEmpty,
        """
        expected 2 and all operations to be released after the run, got \(bench.trace.text) run, and \
        \(objects.alive) alive: what refers to them when the queue is empty?
        """)
    }
  }

  @Test func `A stack to which nothing refers any more runs its pieces and is then released`() async {
    await inOwnProcess {
      let uses: [(name: String, use: (Bench) -> Void, numbers: [Int])] = [
        ("no call", { _ in }, []),
        ("two calls of add", { for number in 1...2 { $0.add(number) } }, [2, 1]),
        ("add and takeBack", { bench in _ = bench.stack.takeBack(bench.add(1)) }, []),
        (
          "add and takeBack of both",
          { bench in for ticket in [bench.add(1), bench.add(2)] { _ = bench.stack.takeBack(ticket) } }, []
        ),
        (
          "a piece that takes back another",
          { bench in
            let ticket = bench.add(1)
            bench.add(2) { [stack = bench.stack] in _ = stack.takeBack(ticket) }
          }, [2]
        ),
        ("a piece that adds another", { bench in bench.add(2) { [bench] in bench.add(3) } }, [2, 3]),
      ]
      for (name, use, numbers) in uses {
        let (objects, workers, trace) = (Lifetimes(), Log<SteppedWorkers>(), Log<Notes>())
        do {
          let bench = Bench()
          objects.observe(bench.stack, as: "the stack")
          workers.add(bench.workers)
          trace.add(bench.trace)
          use(bench)
        }
        for one in workers.entries { one.run() }
        let got = trace.entries.flatMap(\.lines)
        expect(
          got == numbers.map(String.init) && objects.alive.isEmpty,
          """
          expected \(numbers) to run after \(name) and the last reference to the stack, and the stack to be \
          released, got \(got), and \(objects.alive) alive: what retains it, and until when?
          """)
      }
    }
  }
}
