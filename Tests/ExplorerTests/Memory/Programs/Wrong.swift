import Explorer
import ExplorerStandIns

nonisolated(unsafe) var globalNumber = 0

enum Holder {
  nonisolated(unsafe) static var number = 0
}

struct Pair: Sendable {
  var left = 0
  var right = 0
}

struct Stop: Error {}

enum Reply {
  case none
  case some(text: String, [UInt8])
}

final class Box: @unchecked Sendable {
  var pair = Pair()
  var list: [Int] = [1, 2, 3]
  var table: [String: Int] = ["a": 1]
  var text = "a"
  var node: Node? = Node(1)
  var work: (() -> Int)? = { 1 }
  var outcome = Result<Int, Stop>.success(1)
  var reply = Reply.some(text: "another text that is too long to be stored in place", [2])
  var bytes: (UInt8, UInt8) = (0, 0)
  var byte: UInt8 = 0
  var nextByte: UInt8 = 0
  lazy var late = [1, 2, 3]
  weak var observer: Node?
  var observed = 0 { didSet { changes += 1 } }
  var changes = 0
  init() {}
}

/// Programs with a data race.
public let wrongPrograms: [Program] = [
  Program("two threads count") { stage in
    let counter = Counter()
    stage.threads(2) { _ in counter.increase() }
  },
  Program("a lock that only one takes") { stage in
    let (counter, lock) = (Counter(), NSLock())
    stage.thread("A") { lock.withLock { counter.increase() } }
    stage.thread("B") { counter.increase() }
  },
  Program("two locks") { stage in
    let (counter, one, other) = (Counter(), NSLock(), NSLock())
    stage.thread("A") { one.withLock { counter.increase() } }
    stage.thread("B") { other.withLock { counter.increase() } }
  },
  Program("a read after the unlock") { stage in
    let (counter, lock) = (Counter(), NSLock())
    stage.threads(2) { _ in
      lock.withLock { counter.increase() }
      use(counter.count)
    }
  },
  Program("a global variable") { stage in
    stage.threads(2) { globalNumber = $0 }
  },
  Program("a static variable") { stage in
    stage.threads(2) { _ in Holder.number += 1 }
  },
  Program("a field of a struct in a class") { stage in
    let box = Box()
    stage.threads(2) { _ in box.pair.left += 1 }
  },
  Program("a whole struct and one of its fields") { stage in
    let box = Box()
    stage.thread("A") { box.pair = Pair(left: 1, right: 2) }
    stage.thread("B") { use(box.pair.right) }
  },
  Program("an array that is appended to") { stage in
    let box = Box()
    stage.threads(2) { box.list.append($0) }
  },
  Program("an array that is read and appended to") { stage in
    let box = Box()
    stage.thread("A") { use(box.list.count) }
    stage.thread("B") { box.list.append(4) }
  },
  Program("an array whose elements are set") { stage in
    let box = Box()
    stage.threads(2) { box.list[0] = $0 }
  },
  Program("a dictionary that is read and written") { stage in
    let box = Box()
    stage.thread("A") { box.table["b", default: 0] += 1 }
    stage.thread("B") { use(box.table["a"]) }
  },
  Program("a text that is appended to and read") { stage in
    let box = Box()
    stage.thread("A") { box.text += "b" }
    stage.thread("B") { use(box.text.count) }
  },
  Program("a reference that is replaced and read") { stage in
    let box = Box()
    stage.thread("A") { box.node = Node(2) }
    stage.thread("B") { use(box.node?.value) }
  },
  Program("a closure that is replaced and called") { stage in
    let box = Box()
    stage.thread("A") { box.work = { 2 } }
    stage.thread("B") { _ = box.work?() }
  },
  Program("a closure without captures that is taken away and called") { stage in
    let box = Box()
    box.work = { 1 }
    stage.thread("A") { box.work = nil }
    stage.thread("B") { _ = box.work?() }
  },
  Program("an enumeration with two values that is replaced and read") { stage in
    let box = Box()
    stage.thread("A") { box.reply = .some(text: "a text that is too long to be stored in place", [1]) }
    stage.thread("B") { if case .some(let text, let list) = box.reply { use((text, list)) } }
  },
  Program("an enumeration with a value that is replaced and read") { stage in
    let box = Box()
    stage.thread("A") { box.outcome = .failure(Stop()) }
    stage.thread("B") { if case .success(let number) = box.outcome { use(number) } }
  },
  Program("a lazy variable that two use first") { stage in
    let box = Box()
    stage.threads(2) { _ in _ = box.late.count }
  },
  Program("a byte of a tuple") { stage in
    let box = Box()
    stage.threads(2) { box.bytes.1 = UInt8($0) }
  },
  Program("an observed variable") { stage in
    let box = Box()
    stage.threads(2) { box.observed = $0 }
  },
  Program("a captured variable") { stage in
    nonisolated(unsafe) var count = 0
    stage.threads(2) { _ in count += 1 }
  },
  Program("memory that was allocated by hand") { stage in
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 2)
    memory.initialize(repeating: 0, count: 2)
    nonisolated(unsafe) let shared = memory
    stage.threads(2) { shared[1] = $0 }
  },
  Program("a list whose end two extend") { stage in
    let list = Node(1, Node(2))
    stage.threads(2) { number in
      var last = list
      while let next = last.next { last = next }
      last.next = Node(number)
    }
  },
  Program("changed after a thread was started") { stage in
    let counter = Counter()
    stage.thread("A") {
      let thread = Thread { counter.increase() }
      thread.start()
      counter.increase()
    }
  },
  Program("read before the signal") { stage in
    let (counter, done) = (Counter(), DispatchSemaphore(value: 0))
    stage.thread("A") {
      counter.count = 1
      done.signal()
      counter.count = 2
    }
    stage.thread("B") {
      done.wait()
      use(counter.count)
    }
  },
]
