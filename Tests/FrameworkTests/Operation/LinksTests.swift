import Testing
import Threading

@testable import MiniOperations

@Suite struct `Lists of links` {
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
