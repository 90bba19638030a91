import Explorer
import ExplorerStandIns
import Synchronization

/// Programs without a data race.
public let rightPrograms: [Program] = [
  Program("a lock round each use") { stage in
    let (counter, lock) = (Counter(), NSLock())
    stage.threads(2) { _ in lock.withLock { counter.increase() } }
    stage.finally { stage.expect(counter.count == 2, "both counted") }
  },
  Program("a mutex with its value") { stage in
    let counts = ExplorerStandIns.Mutex([0])
    stage.threads(2) { number in counts.withLock { $0.append(number) } }
  },
  Program("each thread with an object of its own") { stage in
    stage.threads(2) { _ in
      let counter = Counter()
      counter.increase()
    }
  },
  Program("two neighbouring fields") { stage in
    let counter = Counter()
    stage.thread("A") { counter.count += 1 }
    stage.thread("B") { counter.other += 1 }
  },
  Program("two neighbouring bytes") { stage in
    let box = Box()
    stage.thread("A") { box.byte += 1 }
    stage.thread("B") { box.nextByte += 1 }
  },
  Program("all only read") { stage in
    let box = Box()
    stage.threads(3) { _ in
      use(box.list.first)
      use(box.table["a"])
      use(box.text.count)
      use(box.node?.value)
      use(box.work?())
    }
  },
  Program("passed on under a lock") { stage in
    let slot = Slot<Node>()
    stage.thread("A") { slot.put(Node(1)) }
    stage.thread("B") { if let node = slot.take() { node.value += 1 } }
  },
  Program("passed on by a semaphore") { stage in
    let (counter, done) = (Counter(), DispatchSemaphore(value: 0))
    stage.thread("A") {
      counter.count = 1
      done.signal()
    }
    stage.thread("B") {
      done.wait()
      counter.count += 1
    }
  },
  Program("passed on by a thread's start") { stage in
    let counter = Counter()
    stage.thread("A") {
      counter.count = 1
      let thread = Thread { counter.count += 1 }
      thread.start()
    }
  },
  Program("passed on by a condition") { stage in
    let (counter, condition) = (Counter(), NSCondition())
    stage.thread("A") {
      condition.lock()
      counter.count = 1
      condition.signal()
      condition.unlock()
    }
    stage.thread("B") {
      condition.lock()
      while counter.count == 0 { condition.wait() }
      counter.count += 1
      condition.unlock()
    }
  },
  Program("published by an atomic of the stand-ins") { stage in
    let counter = Counter()
    let isReady = ExplorerStandIns.Atomic(false)
    stage.thread("A") {
      counter.count = 1
      isReady.store(true, ordering: .releasing)
    }
    stage.thread("B") { if isReady.load(ordering: .acquiring) { counter.count += 1 } }
  },
  Program("published by an atomic of the platform") { stage in
    let (counter, isReady) = (Counter(), PlatformFlag())
    let marker = ExplorerStandIns.Atomic(0)
    stage.thread("A") {
      counter.count = 1
      marker.add(1, ordering: .relaxed)
      isReady.isSet.store(true, ordering: .releasing)
    }
    stage.thread("B") {
      marker.add(1, ordering: .relaxed)
      if isReady.isSet.load(ordering: .acquiring) { counter.count += 1 }
    }
  },
  Program("a serial queue") { stage in
    let (counter, queue) = (Counter(), DispatchQueue(label: "queue"))
    stage.threads(2) { _ in queue.sync { counter.increase() } }
  },
  // Memory that is used again.
  Program("objects that are freed and made again, in turns") { stage in
    let slot = Slot<Int>()
    stage.threads(2) { number in
      for round in 0..<3 {
        let node = Node(round)
        node.value += 1
        slot.put(node.value)
      }
    }
  },
  Program("arrays that are freed and made again") { stage in
    let slot = Slot<Int>()
    stage.threads(2) { number in
      for round in 0..<3 {
        var list = [round]
        list.append(number)
        list[0] += 1
        slot.put(list[0])
      }
    }
  },
  Program("closures' contexts that are freed and made again") { stage in
    let slot = Slot<() -> Int>()
    stage.threads(2) { number in
      for round in 0..<3 {
        var count = round
        slot.put({
          count += number
          return count
        })
        _ = slot.take()?()
      }
    }
  },
  Program("memory by hand that is freed and made again") { stage in
    let slot = Slot<Int>()
    stage.threads(2) { number in
      for _ in 0..<3 {
        let memory = UnsafeMutablePointer<Int>.allocate(capacity: 4)
        memory.initialize(repeating: number, count: 4)
        slot.put(memory[3])
        memory.deinitialize(count: 4)
        memory.deallocate()
      }
    }
  },
  // The count of references orders.
  Program("a deinitialiser after the last of two references") { stage in
    let (lock, sum) = (NSLock(), Counter())
    nonisolated(unsafe) var one: Last? = Last(sum)
    nonisolated(unsafe) var other = one
    stage.thread("A") {
      lock.withLock { one!.count += 1 }
      one = nil
    }
    stage.thread("B") {
      lock.withLock { other!.count += 1 }
      other = nil
    }
  },
  Program("an array of which two have a copy and change it") { stage in
    let list = [1, 2, 3]
    stage.threads(2) { number in
      var own = list
      own[0] = number
      own.append(number)
    }
  },
  Program("an array that one reads and lets go before the other changes it") { stage in
    let slot = Slot<[Int]>()
    nonisolated(unsafe) var mine: [Int]? = [1, 2, 3]
    slot.put(mine!)
    let read = DispatchSemaphore(value: 0)
    stage.thread("A") {
      _ = mine!.withUnsafeBufferPointer { $0[0] }
      mine = nil
      read.signal()
    }
    stage.thread("B") {
      read.wait()
      if var own = slot.take() { own[0] = 5 }
    }
  },
  // First uses.
  Program("a static constant that both use first") { stage in
    stage.threads(2) { _ in _ = Constants.list.count }
  },
  Program("metadata of a generic type that both use first") { stage in
    stage.threads(2) { number in
      _ = Generic([number]).description
      _ = Generic(Pair()).description
    }
  },
  Program("a cast that both do first") { stage in
    let values: [any Sendable] = [1, "a", Pair()]
    stage.threads(2) { number in
      for value in values { _ = (value as? any CustomStringConvertible)?.description }
    }
  },
  Program("a lazy variable behind a lock") { stage in
    let (box, lock) = (Box(), NSLock())
    stage.threads(2) { _ in lock.withLock { use(box.late.count) } }
  },
  // Accesses of other forms.
  Program("inout access to a local variable") { stage in
    stage.threads(2) { number in
      var local = number
      increase(&local)
    }
  },
  Program("large existential values") { stage in
    let slot = Slot<any Shape>()
    stage.threads(2) { number in
      var shape: any Shape = Large(first: number)
      shape.grow()
      slot.put(shape)
      if var other = slot.take() { other.grow() }
    }
  },
  Program("a weak reference under a lock") { stage in
    let (box, lock) = (Box(), NSLock())
    nonisolated(unsafe) var node: Node? = Node(1)
    box.observer = node
    stage.thread("A") { lock.withLock { use(box.observer?.value) } }
    stage.thread("B") { lock.withLock { node = nil } }
  },
]

final class PlatformFlag: Sendable {
  let isSet = Synchronization.Atomic(false)
  init() {}
}

final class Last: @unchecked Sendable {
  var count = 0
  var node: Node? = Node(1)
  let sum: Counter
  init(_ sum: Counter) { self.sum = sum }
  deinit {
    node?.value += count
    clean()
  }
  private func clean() {
    count = 0
    node = nil
  }
}

enum Constants {
  static let list = Array(0..<100)
}

struct Generic<Value>: CustomStringConvertible {
  let value: Value
  init(_ value: Value) { self.value = value }
  var description: String { "\(value)" }
}

func increase(_ number: inout Int) { number += 1 }

protocol Shape: Sendable { mutating func grow() }

struct Large: Shape {
  var first = 0
  var rest = (1, 2, 3, 4, 5)
  mutating func grow() {
    first += 1
    rest.4 += 1
  }
}
