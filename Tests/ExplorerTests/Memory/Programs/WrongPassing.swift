import Explorer
import ExplorerStandIns
import Synchronization

/// Data races of tasks, and of values that are passed on by something that orders nothing.
public let wrongPassing: [Program] = [
  Program("two child tasks that count") { stage in
    let (counter, lock) = (Counter(), NSLock())
    stage.task("A") {
      async let one: Void = lock.withLock { counter.increase() }
      async let other: Void = counter.increase()
      _ = await (one, other)
    }
  },
  Program("a task and a thread") { stage in
    let (counter, lock) = (Counter(), NSLock())
    stage.task("A") { counter.increase() }
    stage.thread("B") {
      lock.withLock {}
      counter.increase()
    }
  },
  Program("published by a relaxed atomic of the platform") { stage in
    let (counter, flag, marker) = (Counter(), PlatformFlag(), NSLock())
    stage.thread("A") {
      counter.count = 1
      flag.isSet.store(true, ordering: .relaxed)
    }
    stage.thread("B") {
      marker.withLock {}
      if flag.isSet.load(ordering: .relaxed) { counter.count += 1 }
    }
  },
  Program("published by a relaxed atomic of the stand-ins") { stage in
    let counter = Counter()
    let isReady = ExplorerStandIns.Atomic(false)
    stage.thread("A") {
      counter.count = 1
      isReady.store(true, ordering: .relaxed)
    }
    stage.thread("B") { if isReady.load(ordering: .relaxed) { counter.count += 1 } }
  },
  Program("a reference that is copied under a lock and replaced without it") { stage in
    let (box, lock) = (Box(), NSLock())
    stage.thread("A") { use(lock.withLock { box.node }) }
    stage.thread("B") { box.node = Node(1) }
  },
  Program("a lock in the place of another") { stage in
    let counter = Counter()
    stage.thread("A") { withNewLock { counter.count = 1 } }
    stage.thread("B") { withNewLock { use(counter.count) } }
  },
  Program("two tasks, and nothing else") { stage in
    let counter = Counter()
    for name in ["A", "B"] { stage.task(name) { counter.increase() } }
  },
  Program("the children of a group") { stage in
    let counter = Counter()
    stage.task("A") {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { counter.increase() } }
      }
    }
  },
  Program("a child task and its parent") { stage in
    let counter = Counter()
    stage.task("A") {
      async let child: Void = counter.increase()
      counter.increase()
      await child
    }
  },
  Program("an object that leaves its actor") { stage in
    let (tally, node) = (Tally(), Node(1))
    stage.task("A") { await tally.increase(node) }
    stage.task("B") { node.value = 2 }
  },
  Program("a property of a generic type") { stage in
    let protected = Protected([1, 2])
    stage.thread("A") { protected.set([3]) }
    stage.thread("B") { use(protected.unguarded) }
  },
  Program("a weak variable") { stage in
    let (box, node) = (Box(), Node(1))
    stage.thread("A") { box.observer = node }
    stage.thread("B") { use(box.observer) }
  },
]
