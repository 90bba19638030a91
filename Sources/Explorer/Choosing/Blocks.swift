/// Runs a schedule that is given as blocks: a number of decisions of one thread, then a number of another.
///
/// In this form a schedule can be simplified: two blocks of the same thread
/// become one when what is between them is moved.
final class Blocks: Chooser {
  struct Block: Equatable {
    let thread: Int
    var length: Int
  }

  private let blocks: [Block]
  /// Which waiting thread each signal wakes that could wake several.
  private let picks: [Int]
  private var place = 0
  private var used = 0
  /// The blocks that were actually run.
  private(set) var taken: [Block] = []
  private(set) var picked: [Int] = []

  /// Where the plan comes from a token's deviations instead.
  private let replay: Replay?

  init(_ blocks: [Block], picks: [Int]) {
    self.blocks = blocks
    self.picks = picks
    replay = nil
  }

  /// Follows the deviations, to learn the blocks.
  init(replaying deviations: [Deviation]) {
    blocks = []
    picks = []
    replay = Replay(deviations)
  }

  override func choose(_ decision: Decision) -> Int {
    if decision.isPick {
      let planned = picked.count < picks.count ? picks[picked.count] : decision.standard
      let isThere = decision.candidates.contains(planned)
      let choice = replay?.choose(decision) ?? (isThere ? planned : decision.standard)
      picked.append(choice)
      return choice
    }
    let choice = replay?.choose(decision) ?? planned(decision)
    if let last = taken.last, last.thread == choice {
      taken[taken.count - 1].length += 1
    } else {
      taken.append(Block(thread: choice, length: 1))
    }
    return choice
  }

  private func planned(_ decision: Decision) -> Int {
    while !decision.isForced, place < blocks.count {
      let block = blocks[place]
      if used < block.length, (decision.able | decision.early) >> UInt64(block.thread) & 1 == 1 {
        used += 1
        return block.thread
      }
      // It has run for long enough, or cannot continue: the plan continues without it.
      place += 1
      used = 0
    }
    return decision.standard
  }
}
