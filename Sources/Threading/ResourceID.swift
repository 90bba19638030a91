import Synchronization

/// A number that names one lock, mailbox or observed object.
///
/// A director numbers what its threads make; everything else gets its number on first use.
@usableFromInline
package struct ResourceID: ~Copyable, Sendable {
  private static let last = Atomic<UInt64>(0)
  @usableFromInline let number: Atomic<UInt64>

  @inlinable
  @inline(__always)
  package init() { number = Atomic(Direction.isOn ? ResourceID.numberFromDirector() : 0) }

  @usableFromInline
  @inline(never)
  static func numberFromDirector() -> UInt64 { Direction.current?.nameResource() ?? 0 }

  @inlinable
  package var value: UInt64 {
    let known = number.load(ordering: .relaxed)
    return known != 0 ? known : numberOnFirstUse()
  }

  @usableFromInline
  @inline(never)
  borrowing func numberOnFirstUse() -> UInt64 {
    let fresh = ResourceID.last.add(1, ordering: .relaxed).newValue
    let (won, first) = number.compareExchange(expected: 0, desired: fresh, ordering: .relaxed)
    return won ? fresh : first
  }
}
