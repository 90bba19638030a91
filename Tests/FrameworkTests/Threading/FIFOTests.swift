import Testing
import Threading

@testable import MiniOperations

@Suite struct `First in, first out` {
  @Test func `After any changes it equals a plain array`() {
    var (line, model) = (FIFO<Int>(), [Int]())
    var random = SplitMix64(seed: 7)
    for number in 0..<20_000 {
      switch random.next() % 7 {
      case 0...2:
        line.append(number)
        model.append(number)
      case 3...5 where !model.isEmpty:
        if line.removeFirst() != model.removeFirst() { Issue.record("removeFirst in turn \(number)") }
      default:
        let fits: (Int) -> Bool = { $0.isMultiple(of: 3) }
        let expected = model.firstIndex(where: fits).map { model.remove(at: $0) }
        if line.removeFirst(where: fits) != expected { Issue.record("removeFirst(where:) in turn \(number)") }
      }
      if line.count != model.count || line.first != model.first || line.last != model.last {
        Issue.record("the ends differ in turn \(number)")
      }
    }
    let rest = line.drained()
    #expect(rest == model)
  }

  @Test(arguments: [1, 100])
  func `Places that were served are freed, however many elements pass`(length: Int) throws {
    var line = FIFO<Int>()
    for number in 1..<length { line.append(number) }
    for number in 1...10_000 {
      line.append(number)
      _ = line.removeFirst()
    }
    #expect(line.count == length - 1)
    #expect(try #require(line.placeCount) <= 2 * length + 1)
  }
}

extension FIFO {
  /// How many places its array has, the served ones included; nil if it has no array of this name.
  fileprivate var placeCount: Int? {
    Mirror(reflecting: self).descendant("elements").map { Mirror(reflecting: $0).children.count }
  }

  /// Serves all waiters.
  fileprivate mutating func drained() -> [Element] {
    var all: [Element] = []
    while !isEmpty { all.append(removeFirst()) }
    return all
  }
}
