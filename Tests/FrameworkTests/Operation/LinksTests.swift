import Testing
import Threading

@testable import MiniOperations

@Suite(.watched) struct `Lists of links` {
  @Test(arguments: [3, 12, 13, 40])
  func `They keep the order of insertion, each operation once, in short lists and long ones`(count: Int) {
    let operations = (0..<count).map { PlainOperation("\($0)") }
    var links = Links<StrongLink>()
    let added = operations.map { links.insert(StrongLink(operation: $0)) }
    let again = operations.map { links.insert(StrongLink(operation: $0)) }
    #expect(added == Array(repeating: true, count: count))
    #expect(again == Array(repeating: false, count: count))
    #expect(links.operations.map(\.name) == operations.map(\.name))
    #expect(links.count == count)
  }

  @Test(arguments: [3, 40])
  func `Removing leaves the others in place, and returns whether the link was there`(count: Int) {
    let operations = (0..<count).map { PlainOperation("\($0)") }
    var links = Links<StrongLink>()
    for operation in operations { _ = links.insert(StrongLink(operation: operation)) }
    let removed = [
      links.remove(ObjectIdentifier(operations[1])), links.remove(ObjectIdentifier(operations[1])),
    ]
    #expect(removed == [true, false])
    #expect(links.operations.map(\.name) == (["0"] + (2..<count).map(String.init)))
    _ = links.insert(StrongLink(operation: operations[1]))
    #expect(links.operations.last === operations[1])
  }

  @Test func `Removing all returns them, and the list is empty`() {
    let operations = (0..<20).map { PlainOperation("\($0)") }
    var links = Links<StrongLink>()
    for operation in operations { _ = links.insert(StrongLink(operation: operation)) }
    let removed = links.takeAll().operations
    #expect(removed.count == 20)
    #expect(links.isEmpty && links.operations.isEmpty)
  }

  @Test func `Links to dependencies keep their operations, those to dependents do not`() {
    var (dependencies, dependents) = (Links<StrongLink>(), Links<MiniOperation.DependencyNode>())
    do {
      _ = dependencies.insert(StrongLink(operation: PlainOperation("kept")))
      _ = dependents.insert(Self.node(of: PlainOperation("lost")))
    }
    #expect(dependencies.operations.map(\.name) == ["kept"])
    #expect(Self.aliveCount(of: dependents) == 0)
  }

  @Test func `Places of lost operations are freed, and those of the others are kept`() {
    var links = Links<MiniOperation.DependencyNode>()
    var lost = (0..<10_000).map { _ in MiniOperation() }
    for operation in lost { _ = links.insert(Self.node(of: operation)) }
    lost = []
    #expect(links.count == 10_000)
    let kept = (0..<30_000).map { _ in MiniOperation() }
    for operation in kept { _ = links.insert(Self.node(of: operation)) }
    // The first one has a place of its own, which it keeps.
    #expect(links.count == 30_001)
    #expect(Self.aliveCount(of: links) == 30_000)
    let places = kept.map { links.remove(ObjectIdentifier(Self.node(of: $0))) }
    #expect(!places.contains(false))
    #expect(links.count == 1)
  }

  @Test func `Links whose operations are lost one after another do not accumulate`() {
    var links = Links<MiniOperation.DependencyNode>()
    for _ in 0..<10_000 { _ = links.insert(Self.node(of: MiniOperation())) }
    #expect(links.count < 100)
  }

  @Test func `Places of removed links are freed`() {
    var links = Links<StrongLink>()
    let (first, second) = (PlainOperation("first"), PlainOperation("second"))
    _ = links.insert(StrongLink(operation: first))
    for _ in 0..<10_000 {
      _ = links.insert(StrongLink(operation: second))
      _ = links.remove(ObjectIdentifier(second))
    }
    #expect(links.placeCount < 100)
    #expect(links.operations.map(\.name) == ["first"])
  }

  /// The node of an operation that a dependency may have.
  private static func node(of operation: MiniOperation) -> MiniOperation.DependencyNode {
    let node = operation.withState { $0.makeNode() }
    node.isLinked = true
    return node
  }

  private static func aliveCount(of links: Links<MiniOperation.DependencyNode>) -> Int {
    var count = 0
    links.forEach { if $0.isAlive { count += 1 } }
    return count
  }

  @Test func `After any changes they equal a plain array`() {
    var random = SplitMix64(seed: 11)
    let operations = (0..<60).map { PlainOperation("\($0)") }
    var (links, model) = (Links<StrongLink>(), [PlainOperation]())
    for turn in 0..<10_000 {
      let operation = operations[Int.random(in: 0..<60, using: &random)]
      let place = model.firstIndex { $0 === operation }
      if Bool.random(using: &random) {
        if links.insert(StrongLink(operation: operation)) != (place == nil) {
          Issue.record("insert in turn \(turn)")
        }
        if place == nil { model.append(operation) }
      } else {
        if links.remove(ObjectIdentifier(operation)) != (place != nil) {
          Issue.record("remove in turn \(turn)")
        }
        if let place { model.remove(at: place) }
      }
      if links.count != model.count { Issue.record("count in turn \(turn)") }
    }
    #expect(links.operations.map(\.name) == model.map(\.name))
  }
}
