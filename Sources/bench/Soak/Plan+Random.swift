import MiniOperations

// How dice become a plan.

extension Plan {
  /// Makes the plan of this seed.
  init(seed: UInt64) {
    var dice = Dice(seed: seed)
    let hasBarriers = dice.chance(40)
    makeQueues(&dice)
    makeNodes(&dice, hasBarriers: hasBarriers)
    let roots = makeFamilies(&dice, hasBarriers: hasBarriers)
    makeAdding(roots, &dice, hasBarriers: hasBarriers)
    makeMeddling(roots, &dice)
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

  private mutating func makeNodes(_ dice: inout Dice, hasBarriers: Bool) {
    let count = 1 + dice.below(dice.chance(20) ? 30 : 400)
    let density = dice.pick([0, 20, 50, 90])
    for number in 0..<count {
      var node = Node(kind: dice.pick(Kind.allCases), queue: dice.below(queues.count))
      node.priority = dice.chance(50) ? .normal : dice.pick(MiniOperation.QueuePriority.allCases)
      node.isObserved = dice.chance(30) && node.kind != .bare
      node.work = dice.chance(20) ? dice.below(2_000) : dice.below(50)
      if node.kind != .bare {
        while number > 0, node.dependencies.count < 5, dice.chance(density) {
          // Near dependencies make long chains, far ones make wide fans.
          let distance = dice.chance(60) ? dice.below(min(number, 5)) : dice.below(number)
          let dependency = number - 1 - distance
          if nodes[dependency].kind != .bare && !node.dependencies.contains(dependency) {
            node.dependencies.append(dependency)
          }
        }
      }
      node.firmDependencies = node.dependencies
      nodes.append(node)
    }
  }

  /// Makes some operations the children of others; returns the rest, which are added from outside.
  ///
  /// With barriers, each operation must be added after its dependencies. Otherwise a barrier could hold back
  /// the dependency while it waits for the dependent operation.
  private mutating func makeFamilies(_ dice: inout Dice, hasBarriers: Bool) -> [Int] {
    let childPercent = dice.pick([0, 10, 40])
    var parents = [Int?](repeating: nil, count: nodes.count)
    for child in nodes.indices.dropFirst() where dice.chance(childPercent) {
      let parent = dice.below(child)
      if nodes[parent].kind == .bare { continue }
      nodes[parent].children.append(child)
      parents[child] = parent
    }
    if hasBarriers {
      for number in nodes.indices {
        var root = number
        while let parent = parents[root] { root = parent }
        nodes[number].dependencies.removeAll { dependency in
          parents[dependency] != nil || (root != number && dependency >= root)
        }
        nodes[number].firmDependencies = nodes[number].dependencies
      }
    }
    return nodes.indices.filter { parents[$0] == nil }
  }

  private mutating func makeAdding(_ roots: [Int], _ dice: inout Dice, hasBarriers: Bool) {
    let order = hasBarriers || dice.chance(50) ? roots : roots.shuffled(using: &dice)
    var batch: [Int] = []
    for number in order {
      if let first = batch.first, nodes[first].queue != nodes[number].queue || dice.chance(70) {
        adding.append(.add(batch))
        batch = []
      }
      batch.append(number)
      guard hasBarriers, dice.chance(6) else { continue }
      adding.append(.add(batch))
      batch = []
      for _ in 0...dice.below(3) { adding.append(.barrier(queue: dice.below(queues.count))) }
    }
    if !batch.isEmpty { adding.append(.add(batch)) }
  }

  private mutating func makeMeddling(_ roots: [Int], _ dice: inout Dice) {
    let known = nodes.indices.filter { nodes[$0].kind != .bare }
    for _ in 0..<dice.below(nodes.count / 2 + 4) {
      let queue = dice.below(queues.count)
      switch dice.below(20) {
      case 0..<4: meddling.append(.suspend(queue: queue, dice.chance(50)))
      case 4..<7:
        let limit = dice.pick([0, 1, 2, 3, 6])
        queues[queue].highestLimit = max(queues[queue].highestLimit, limit)
        meddling.append(.limit(queue: queue, limit))
      case 7 where dice.chance(10):
        queues[queue].isCancelled = true
        meddling.append(.cancelAll(queue: queue))
      default:
        guard !known.isEmpty else { continue }
        meddle(with: dice.pick(known), roots: roots, &dice)
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

  private mutating func meddle(with number: Int, roots: [Int], _ dice: inout Dice) {
    switch dice.below(6) {
    case 0, 1: meddling.append(.cancel(number))
    case 2: meddling.append(.prioritise(number, dice.pick(MiniOperation.QueuePriority.allCases)))
    case 3 where nodes[number].kind == .asynchronous: meddling.append(.finishEarly(number))
    case 4 where !nodes[number].dependencies.isEmpty:
      let dependency = dice.pick(nodes[number].dependencies)
      nodes[number].firmDependencies.removeAll { $0 == dependency }
      meddling.append(.removeDependency(number, on: dependency))
    default:
      // Only between operations that are added from outside, in their order; see `makeFamilies`.
      guard let other = roots.last(where: { $0 < number }), roots.contains(number) else { return }
      if nodes[other].kind != .bare { meddling.append(.addDependency(number, on: other)) }
    }
  }

  private mutating func makeWaiters(_ dice: inout Dice) {
    let known = nodes.indices.filter { nodes[$0].kind != .bare }
    guard !known.isEmpty else { return }
    waiters = (0..<dice.below(4)).map { _ in (0...dice.below(3)).map { _ in dice.pick(known) } }
  }
}
