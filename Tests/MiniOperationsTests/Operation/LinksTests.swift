import Testing

@testable import MiniOperations

@Suite struct `Lists of links` {
  @Test(arguments: [3, 12, 13, 40])
  func `They keep the order of adding, each operation once, short lists and long ones`(count: Int) {
    let operations = (0..<count).map { PlainOperation("\($0)") }
    var links = Links<StrongLink>()
    let added = operations.map { links.insert($0) }
    let again = operations.map { links.insert($0) }
    #expect(added == Array(repeating: true, count: count))
    #expect(again == Array(repeating: false, count: count))
    #expect(links.operations.map(\.name) == operations.map(\.name))
    #expect(links.count == count)
  }

  @Test(arguments: [3, 40])
  func `Removing leaves the others where they were, and says whether there was anything`(count: Int) {
    let operations = (0..<count).map { PlainOperation("\($0)") }
    var links = Links<StrongLink>()
    for operation in operations { _ = links.insert(operation) }
    let removed = [links.remove(operations[1]), links.remove(operations[1])]
    #expect(removed == [true, false])
    #expect(links.operations.map(\.name) == (["0"] + (2..<count).map(String.init)))
    _ = links.insert(operations[1])
    #expect(links.operations.last === operations[1])
  }

  @Test func `Removing all gives them, and the list is empty`() {
    let operations = (0..<20).map { PlainOperation("\($0)") }
    var links = Links<StrongLink>()
    for operation in operations { _ = links.insert(operation) }
    let removed = links.removeAll()
    #expect(removed.count == 20)
    #expect(links.isEmpty && links.operations.isEmpty)
  }

  @Test func `Strong links keep their operations, weak links do not`() {
    var strong = Links<StrongLink>()
    var weak = Links<WeakLink>()
    do {
      _ = strong.insert(PlainOperation("kept"))
      _ = weak.insert(PlainOperation("lost"))
    }
    #expect(strong.operations.map(\.name) == ["kept"])
    #expect(weak.operations.isEmpty)
  }

  @Test func `A new operation at the address of a lost one is not taken for it`() {
    var links = Links<WeakLink>()
    var kept: [MiniOperation] = []
    // Memory is given out again soon, so some of these stand where others stood.
    for number in 0..<500 {
      let operation = PlainOperation("\(number)")
      if !links.insert(operation) { Issue.record("\(number) was taken for another") }
      if number.isMultiple(of: 5) { kept.append(operation) }
    }
    #expect(links.operations.map(\.name) == kept.map(\.name))
  }

  @Test func `Places of lost operations are given up`() {
    var links = Links<WeakLink>()
    let first = PlainOperation("first")
    _ = links.insert(first)
    for _ in 0..<10_000 { _ = links.insert(MiniOperation()) }
    #expect(links.count < 100)
    #expect(links.operations.map(\.name) == ["first"])
  }

  @Test func `Whatever is done to them, they stay what a plain array would be`() {
    var random = SplitMix(seed: 11)
    let operations = (0..<60).map { PlainOperation("\($0)") }
    var (links, model) = (Links<StrongLink>(), [PlainOperation]())
    for turn in 0..<10_000 {
      let operation = operations[Int.random(in: 0..<60, using: &random)]
      let place = model.firstIndex { $0 === operation }
      if Bool.random(using: &random) {
        if links.insert(operation) != (place == nil) { Issue.record("insert in turn \(turn)") }
        if place == nil { model.append(operation) }
      } else {
        if links.remove(operation) != (place != nil) { Issue.record("remove in turn \(turn)") }
        if let place { model.remove(at: place) }
      }
      if links.count != model.count { Issue.record("count in turn \(turn)") }
    }
    #expect(links.operations.map(\.name) == model.map(\.name))
  }
}
