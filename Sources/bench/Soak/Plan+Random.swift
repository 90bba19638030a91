import MiniOperations

// How dice become a plan.

extension Plan {
  /// Makes the plan of this seed.
  init(seed: UInt64) {
    var dice = Dice(seed: seed)
    makeQueues(&dice)
    makeNodes(&dice)
    makeAdding(&dice)
    makeMeddling(&dice)
    makeWaiters(&dice)
  }

  private mutating func makeQueues(_ dice: inout Dice) {
    for _ in 0...dice.below(3) {
      let limit = dice.pick([1, 1, 2, 3, 4, -1])
      queues.append(
        Queue(
          limit: limit, highestLimit: limit < 0 ? MiniOperationQueue.automaticLimit : limit,
          order: dice.chance(80) ? .oldestFirst : .newestFirst))
    }
  }

  private mutating func makeNodes(_ dice: inout Dice) {
    let count = 1 + dice.below(dice.chance(20) ? 30 : 400)
    let density = dice.pick([0, 20, 50, 90])
    for number in 0..<count {
      var node = Node(kind: dice.pick(Kind.allCases), queue: dice.below(queues.count))
      node.priority = dice.chance(50) ? .normal : dice.pick(MiniOperation.QueuePriority.allCases)
      node.isObserved = dice.chance(30)
      node.work = dice.chance(20) ? dice.below(2_000) : dice.below(50)
      while number > 0, node.dependencies.count < 5, dice.chance(density) {
        // Near dependencies make long chains, far ones make wide fans.
        let distance = dice.chance(60) ? dice.below(min(number, 5)) : dice.below(number)
        let dependency = number - 1 - distance
        if !node.dependencies.contains(dependency) { node.dependencies.append(dependency) }
      }
      node.firmDependencies = node.dependencies
      nodes.append(node)
    }
  }

  private mutating func makeAdding(_ dice: inout Dice) {
    let order = Array(nodes.indices)
    for number in dice.chance(50) ? order : order.shuffled(using: &dice) {
      if let first = adding.last?.first, nodes[first].queue == nodes[number].queue, dice.chance(30) {
        adding[adding.count - 1].append(number)
      } else {
        adding.append([number])
      }
    }
  }

  private mutating func makeMeddling(_ dice: inout Dice) {
    for _ in 0..<dice.below(nodes.count / 2 + 4) {
      let queue = dice.below(queues.count)
      switch dice.below(20) {
      case 0..<4: meddling.append(.suspend(queue: queue, dice.chance(50)))
      case 4..<7:
        let limit = dice.pick([0, 1, 2, 3, 6])
        queues[queue].highestLimit = max(queues[queue].highestLimit, limit)
        meddling.append(.limit(queue: queue, limit))
      case 7 where dice.chance(10): meddling.append(.cancelAll(queue: queue))
      default:
        meddle(with: dice.below(nodes.count), &dice)
      }
    }
    for number in nodes.indices where nodes[number].kind == .gated {
      meddling.insert(.openGate(number), at: dice.below(meddling.count + 1))
    }
    for (number, queue) in queues.enumerated() {
      meddling.append(.limit(queue: number, queue.limit))
      meddling.append(.suspend(queue: number, false))
    }
  }

  private mutating func meddle(with number: Int, _ dice: inout Dice) {
    switch dice.below(6) {
    case 0, 1: meddling.append(.cancel(number))
    case 2: meddling.append(.prioritise(number, dice.pick(MiniOperation.QueuePriority.allCases)))
    case 3 where nodes[number].kind == .asynchronous: meddling.append(.finishEarly(number))
    case 4 where !nodes[number].dependencies.isEmpty:
      let dependency = dice.pick(nodes[number].dependencies)
      nodes[number].firmDependencies.removeAll { $0 == dependency }
      meddling.append(.removeDependency(number, on: dependency))
    default:
      if number > 0 { meddling.append(.addDependency(number, on: number - 1)) }
    }
  }

  private mutating func makeWaiters(_ dice: inout Dice) {
    waiters = (0..<dice.below(4)).map { _ in (0...dice.below(3)).map { _ in dice.below(nodes.count) } }
  }
}
