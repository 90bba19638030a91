import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise09

@Suite(.serialized, .requirements) struct Depth {
  @Test func `The status and the request's own isCancelled alone decide about each request`() async {
    await inOwnProcess {
      var dice = Dice()
      for _ in 0..<100 {
        var life = Life()
        var story: [String] = []
        for _ in 0..<24 {
          let request = Request(everyStatus.randomElement(using: &dice)!, isCancelled: dice.once(in: 4))
          let before = life.status
          // A life that has finished is of no use for a long sequence.
          if before != .executing, request.next == .finished, !dice.once(in: 4) { continue }
          let expected = request.expected(after: before)
          let keys = life.become(request.next, isCancelled: request.isCancelled)
          story.append("\(request)")
          expect(
            keys == expected.keys && life.status == expected.status,
            """
            expected \(shown(expected.keys)) and the status \(expected.status) from \(request) when it is \
            \(before), got \(shown(keys)) and \(life.status): does become change the status of a refused \
            request, or store anything else? Before: \(story.dropLast().suffix(6).joined(separator: ", ")) \
            (seed \(dice.seed))
            """)
        }
      }
    }
  }

  @Test func `A copy of a Life has its own status`() async {
    await inOwnProcess {
      everyOrder(
        "two threads change a life of their own", cause: "do all lives share a variable that nothing guards?",
        settings: Settings(.exhaustive(preemptions: 1))
      ) { scene in
        for name in ["A", "B"] {
          scene.thread(name) {
            var life = Life()
            let keys = life.become(.executing, isCancelled: false)
            scene.expect(keys == ["isReady", "isExecuting"], "each gets its keys (got \(shown(keys)))")
          }
        }
      }
      var life = Life()
      let copy = life
      let keys = life.become(.executing, isCancelled: false)
      expect(
        keys != nil && life.status == .executing && copy.status == .ready,
        """
        expected a copy to stay ready when the original becomes executing, got \(copy.status) and \
        \(life.status): is the status in an object that copies share?
        """)
    }
  }
}
