import Dispatch

/// Gives other threads enough time to make a mistake.
///
/// Foundation runs some blocks on queues that no other code can see, so no
/// scenario can wait for "nothing else runs". Sending a block through the
/// global queue a hundred times and waiting for each is as near as one gets:
/// whatever was sent there before has been taken up by then.
enum Chances {
  /// Returns after a hundred blocks, or as soon as the answer is "yes".
  static func give(until isOver: () -> Bool = { false }) {
    for _ in 0..<100 where !isOver() {
      let passed = Latch()
      DispatchQueue.global().async { passed.open() }
      passed.wait()
    }
  }
}
