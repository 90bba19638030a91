import Explorer
import ExplorerStandIns

nonisolated(unsafe) var globalNumber = 0
nonisolated(unsafe) var globalList: [Int] = []

enum Holder {
  nonisolated(unsafe) static var number = 0
  nonisolated(unsafe) static var object: Node? = nil
  nonisolated(unsafe) static var text = ""
}

struct Pair: Sendable {
  var left = 0
  var right = 0
  var flag = false
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
  var flag = false
  var nextFlag = false
  lazy var late = [1, 2, 3]
  weak var observer: Node?
  var number: Double = 0
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
  Program("one writes, one reads") { stage in
    let counter = Counter()
    stage.thread("A") { counter.count = 1 }
    stage.thread("B") { use(counter.count) }
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
  Program("checked before the lock is taken") { stage in
    let (counter, lock) = (Counter(), NSLock())
    stage.threads(2) { _ in if counter.count == 0 { lock.withLock { counter.count = 1 } } }
  },
  Program("a global variable") { stage in
    stage.threads(2) { globalNumber = $0 }
  },
  Program("a global array") { stage in
    stage.threads(2) { globalList.append($0) }
  },
  Program("a static variable") { stage in
    stage.threads(2) { _ in Holder.number += 1 }
  },
  Program("a static reference") { stage in
    stage.thread("A") { Holder.object = Node(1) }
    stage.thread("B") { use(Holder.object) }
  },
  Program("a static text") { stage in
    stage.threads(2) { Holder.text += "\($0)" }
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
  Program("a flag in a struct in a class") { stage in
    let box = Box()
    stage.thread("A") { box.pair.flag = true }
    stage.thread("B") { use(box.pair.flag) }
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
  Program("an array that is replaced and read") { stage in
    let box = Box()
    stage.thread("A") { box.list = [] }
    stage.thread("B") { use(box.list.first) }
  },
  Program("an array that is removed from") { stage in
    let box = Box()
    stage.threads(2) { _ in _ = box.list.popLast() }
  },
  Program("a dictionary that is written by two") { stage in
    let box = Box()
    stage.threads(2) { box.table["\($0)"] = $0 }
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
  Program("a reference that is taken away by two") { stage in
    let box = Box()
    stage.threads(2) { _ in box.node = nil }
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
  Program("a number with a fraction") { stage in
    let box = Box()
    stage.threads(2) { box.number = Double($0) }
  },
  Program("an observed variable") { stage in
    let box = Box()
    stage.threads(2) { box.observed = $0 }
  },
  Program("a captured variable") { stage in
    nonisolated(unsafe) var count = 0
    stage.threads(2) { _ in count += 1 }
  },
  Program("a captured array") { stage in
    nonisolated(unsafe) var list: [Int] = []
    stage.threads(2) { list.append($0) }
  },
  Program("a captured flag that one sets") { stage in
    nonisolated(unsafe) var isDone = false
    stage.thread("A") { isDone = true }
    stage.thread("B") { use(isDone) }
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
  Program("a new object that is published without a lock") { stage in
    let box = Box()
    box.node = nil
    stage.thread("A") { box.node = Node(7) }
    stage.thread("B") { if let node = box.node { node.value += 1 } }
  },
  Program("counted again after a lock was released") { stage in
    let (counter, lock) = (Counter(), NSLock())
    stage.thread("A") {
      lock.lock()
      counter.count = 1
      lock.unlock()
      counter.count = 2
    }
    stage.thread("B") {
      lock.lock()
      counter.count = 3
      lock.unlock()
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
  Program("a variable beside a right one") { stage in
    let (counter, lock) = (Counter(), NSLock())
    stage.threads(2) { _ in
      lock.withLock { counter.count += 1 }
      counter.other += 1
    }
  },
]
