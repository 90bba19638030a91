import Explorer
import Foundation

/// Code that is compiled twice: in `bench` as usual, and in `Classics` so that its accesses are seen.
package enum Accesses {
  /// Goes so many times round a ring of a thousand cells, each of which holds the place of the next one; returns how
  /// many accesses that takes.
  @inline(never)
  package static func go(round count: Int) -> Int {
    // Assigned, because a change in place would be an access of its own.
    var steps = 0
    let ring = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: 1_000)
    defer { ring.deallocate() }
    for cell in 0..<1_000 { (ring + cell).initialize(to: UnsafeRawPointer(ring + (cell + 1) % 1_000)) }
    for _ in 0..<count {
      var place = UnsafeRawPointer(ring)
      repeat {
        place = place.load(as: UnsafeRawPointer.self)
        steps = steps &+ 1
      } while place != UnsafeRawPointer(ring)
    }
    return steps
  }

  /// Two threads of twenty points each, with an ordinary variable that is read and written between them.
  package static let scenario = Scenario("two threads of twenty points, and a variable") { stage in
    let (lock, counter) = (NSLock(), Counter())
    for name in ["A", "B"] {
      stage.thread(name) { for number in 1...10 { lock.withLock { counter.add(number) } } }
    }
  }

  private final class Counter: @unchecked Sendable {
    private var sum = 0
    private var last = 0

    func add(_ number: Int) {
      sum += number
      last = number
    }
  }
}
