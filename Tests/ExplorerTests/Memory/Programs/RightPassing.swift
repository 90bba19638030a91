import Explorer
import ExplorerStandIns
import Foundation
import Synchronization

/// Tasks and actors, the platform's atomics, and other ways in which memory is passed on without a data race.
public let rightPassing: [Program] = [
  Program("a task that waits for a child task") { stage in
    stage.task("A") {
      let counter = Counter()
      async let first: Void = counter.increase()
      await first
      counter.increase()
    }
  },
  Program("a group of tasks whose results are added up") { stage in
    stage.task("A") {
      var total = 0
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 { group.addTask { sum(of: Node(number)) } }
        for await part in group { total += part }
      }
      use(total)
    }
  },
  Program("a value that an actor hands to another task") { stage in
    let tally = Tally()
    stage.task("A") {
      await tally.add(Node(1))
      if let node = await tally.take() { node.value += 1 }
    }
    stage.task("B") { if let node = await tally.take() { node.value += 1 } }
  },
  Program("a continuation that a thread resumes") { stage in
    let slot = Slot<ExplorerStandIns.CheckedContinuation<Node, Never>>()
    let isWaiting = ExplorerStandIns.DispatchSemaphore(value: 0)
    stage.task("A") {
      let node = await ExplorerStandIns.continuation {
        (continuation: ExplorerStandIns.CheckedContinuation<Node, Never>) in
        slot.put(continuation)
        isWaiting.signal()
      }
      node.value += 1
    }
    stage.thread("B") {
      isWaiting.wait()
      slot.take()?.resume(returning: Node(7))
    }
  },
  Program("local variables before and after a suspension") { stage in
    stage.task("A") {
      var list = [1]
      await Tally().add(Node(1))
      list.append(2)
      use(list.count)
    }
    stage.task("B") {
      var text = "a"
      await Tally().add(Node(1))
      text += "b"
      use(text.count)
    }
  },
  Program("an exchange of the platform's atomics") { stage in
    let flag = PlatformFlag()
    let (counter, marker) = (Counter(), ExplorerStandIns.NSLock())
    stage.threads(2) { _ in
      marker.withLock {}
      if !flag.isSet.exchange(true, ordering: .acquiringAndReleasing) { counter.increase() }
    }
  },
  Program("the last of two, by a count of the platform's atomics") { stage in
    let left = PlatformCount()
    let counter = Counter()
    stage.thread("A") {
      counter.count += 1
      if left.down() { counter.other += 1 }
    }
    stage.thread("B") { if left.down() { counter.other += counter.count } }
  },
  Program("the first of two, by a comparison of the platform's atomics") { stage in
    let left = PlatformCount()
    let counter = Counter()
    stage.threads(2) { _ in if left.isFirst() { counter.increase() } }
  },
  Program("work items of a group") { stage in
    let (counter, queue, group) = (
      Counter(), ExplorerStandIns.DispatchQueue(label: "queue"), ExplorerStandIns.DispatchGroup()
    )
    stage.thread("A") {
      queue.async(group: group) { counter.increase() }
      group.wait()
      counter.increase()
    }
  },
  Program("an object whose owner is released by another thread") { stage in
    let slot = Slot<Node>()
    let done = ExplorerStandIns.DispatchSemaphore(value: 0)
    stage.thread("A") {
      let node = Node(1, Node(2))
      slot.put(node)
      node.next?.value.increase()
      done.signal()
    }
    stage.thread("B") {
      done.wait()
      _ = slot.take()
    }
  },
  Program("long lists that are freed in their deinitialisers") { stage in
    let slot = Slot<Int>()
    stage.threads(2) { number in
      var list: Node?
      for value in 0..<30 { list = Node(value, list) }
      slot.put(list!.value + number)
    }
  },
  Program("key paths") { stage in
    let (box, lock) = (Box(), ExplorerStandIns.NSLock())
    stage.threads(2) { number in
      lock.withLock { box[keyPath: \.pair.left] += number }
      use(\Box.pair.right)
    }
  },
  Program("a task that waits for one that has ended") { stage in
    let counter = Counter()
    stage.task("A") {
      let one = ExplorerStandIns.Task { counter.increase() }
      let other = ExplorerStandIns.Task {
        await one.value
        counter.increase()
      }
      await other.value
      counter.increase()
    }
  },
  Program("a child task that has ended before its parent waits") { stage in
    let (counter, lock) = (Counter(), ExplorerStandIns.NSLock())
    stage.task("A") {
      async let child: Void = counter.increase()
      lock.withLock {}
      await child
      counter.increase()
    }
  },
  Program("a child task of an actor that has ended before the actor waits") { stage in
    let (tally, counter, lock) = (Tally(), Counter(), ExplorerStandIns.NSLock())
    stage.task("A") { await tally.count(counter, lock) }
  },
  Program("a continuation that is resumed before its task waits") { stage in
    let (slot, lock) = (Slot<ExplorerStandIns.CheckedContinuation<Node, Never>>(), ExplorerStandIns.NSLock())
    let isThere = ExplorerStandIns.DispatchSemaphore(value: 0)
    stage.task("A") {
      let node = await ExplorerStandIns.continuation {
        (continuation: ExplorerStandIns.CheckedContinuation<Node, Never>) in
        slot.put(continuation)
        isThere.signal()
        lock.withLock {}
      }
      node.value += 1
    }
    stage.thread("B") {
      isThere.wait()
      let node = Node(7)
      slot.take()?.resume(returning: node)
    }
  },
  Program("a parent that reads what its children have done") { stage in
    let nodes = [Node(1), Node(2)]
    stage.task("A") {
      await withTaskGroup(of: Void.self) { group in
        for node in nodes { group.addTask { node.value += 1 } }
      }
      use(nodes[0].value + nodes[1].value)
    }
  },
  Program("an actor whose callers use their objects before and after") { stage in
    let tally = Tally()
    for name in ["A", "B"] {
      stage.task(name) {
        let node = Node(1)
        await tally.increase(node)
        node.value += 1
        await tally.increase(node)
        use(node.value)
      }
    }
  },
  Program("objects that are passed on in a stream") { stage in
    let (stream, input) = AsyncStream<Node>.makeStream()
    stage.task("A") {
      for number in 1...2 { input.yield(Node(number)) }
      input.finish()
    }
    stage.task("B") { for await node in stream { node.value += 1 } }
  },
  Program("copies of a value that copies on write") { stage in
    let original = CopyOnWrite([1])
    for name in ["A", "B"] {
      stage.thread(name) {
        var copy = original
        copy.append(2)
        use(copy.count)
      }
    }
  },
  Program("an optional object that is changed if its reference is unique") { stage in
    let protected = Protected<Node?>(Node(1))
    stage.thread("A") {
      protected.change {
        if isKnownUniquelyReferenced(&$0) { $0!.value += 1 } else { $0 = Node($0!.value + 1) }
      }
    }
    stage.thread("B") {
      let node = protected.get()!
      use(node.value)
    }
  },
  Program("a value that copies on write, copied and changed under a lock") { stage in
    let protected = Protected(CopyOnWrite([1]))
    stage.thread("A") {
      let copy = protected.get()
      use(copy.count)
    }
    stage.thread("B") { protected.change { $0.append(2) } }
  },
]

extension Int {
  fileprivate mutating func increase() { self += 1 }
}

@Sendable private func sum(of node: Node) -> Int {
  node.value += 1
  return node.value
}

actor Tally {
  private var nodes: [Node] = []
  func add(_ node: sending Node) { nodes.append(node) }
  func take() -> sending Node? { nodes.popLast() }
  func increase(_ node: Node) { node.value += 1 }
  func count(_ counter: Counter, _ lock: ExplorerStandIns.NSLock) async {
    async let child: Void = counter.increase()
    lock.withLock {}
    await child
    counter.increase()
  }
}

final class PlatformCount: Sendable {
  private let left = Synchronization.Atomic(2)
  func down() -> Bool { left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
  func isFirst() -> Bool {
    left.compareExchange(expected: 2, desired: 1, ordering: .acquiringAndReleasing).exchanged
  }
}
