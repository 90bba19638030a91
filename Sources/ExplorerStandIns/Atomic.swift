import Synchronization
import Threading

/// Stands in for `Synchronization.Atomic`: each operation on it is one step that the Explorer sees.
///
/// Modelled: all operations, each as one step, also compare-and-exchange and
/// addition. An ordering counts for data races in other memory: a relaxed flag
/// orders nothing. All threads see the operations themselves at once, as if
/// sequentially consistent, under the Explorer and without it. A weak exchange
/// fails only if the value differs, and fences are not seen. Without a director
/// a small lock makes each operation atomic, which is slower than the
/// platform's instruction and means the same.
public struct Atomic<Value: AtomicRepresentable>: ~Copyable, @unchecked Sendable {
  // Unchecked: `cell` is touched by the one controlled thread that runs, or while `platform` is locked.
  private let platform = Synchronization.Mutex(())
  private let id = ResourceID()
  private let cell: UnsafeMutablePointer<Value.AtomicRepresentation>
  private let place: Place

  /// Creates an atomic with this value.
  public init(_ initialValue: consuming Value, line: UInt = #line) {
    cell = .allocate(capacity: 1)
    cell.initialize(to: Value.encodeAtomicRepresentation(initialValue))
    place = Place(kind: "Atomic", line: line)
  }

  deinit { cell.deallocate() }

  /// The value.
  public borrowing func load(ordering: AtomicLoadOrdering) -> Value {
    step(
      .read, { _ in MemoryOrder(ordering) },
      { "read \(place.name) → \(Value.decodeAtomicRepresentation(cell.pointee))" }
    ) { cell in
      Value.decodeAtomicRepresentation(cell)
    }
  }

  /// Replaces the value.
  public borrowing func store(_ desired: consuming Value, ordering: AtomicStoreOrdering) {
    let desired = desired
    step(.write, { _ in MemoryOrder(ordering) }, { "write \(place.name) \(desired)" }) {
      $0 = Value.encodeAtomicRepresentation(desired)
    }
  }

  /// Replaces the value and returns the previous one.
  public borrowing func exchange(_ desired: consuming Value, ordering: AtomicUpdateOrdering) -> Value {
    let desired = desired
    return step(.write, { _ in MemoryOrder(ordering) }, { "exchange \(place.name) for \(desired)" }) { cell in
      defer { cell = Value.encodeAtomicRepresentation(desired) }
      return Value.decodeAtomicRepresentation(cell)
    }
  }

  /// Replaces the value where it is the expected one, and says whether it was and which it was.
  public borrowing func compareExchange(
    expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering
  ) -> (exchanged: Bool, original: Value) {
    exchange(expected, for: desired, MemoryOrder(ordering))
  }

  /// Replaces the value where it is the expected one, and says whether it was and which it was.
  public borrowing func compareExchange(
    expected: consuming Value, desired: consuming Value, successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering
  ) -> (exchanged: Bool, original: Value) {
    exchange(expected, for: desired, MemoryOrder(successOrdering), MemoryOrder(failureOrdering))
  }

  /// Replaces the value where it is the expected one; the platform's may fail although it is.
  public borrowing func weakCompareExchange(
    expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering
  ) -> (exchanged: Bool, original: Value) {
    exchange(expected, for: desired, MemoryOrder(ordering))
  }

  /// Replaces the value where it is the expected one; the platform's may fail although it is.
  public borrowing func weakCompareExchange(
    expected: consuming Value, desired: consuming Value, successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering
  ) -> (exchanged: Bool, original: Value) {
    exchange(expected, for: desired, MemoryOrder(successOrdering), MemoryOrder(failureOrdering))
  }

  private borrowing func exchange(
    _ expected: consuming Value, for desired: consuming Value, _ order: MemoryOrder,
    _ failed: MemoryOrder? = nil
  ) -> (exchanged: Bool, original: Value) {
    let (expected, desired) = (expected, desired)
    return step(
      .write, { $0.exchanged ? order : failed ?? order.withoutWriting },
      { "exchange \(place.name) for \(desired), if \(expected)" }
    ) { cell in
      let original = Value.decodeAtomicRepresentation(cell)
      let isExpected = Atomic.haveSameBits(cell, Value.encodeAtomicRepresentation(expected))
      if isExpected { cell = Value.encodeAtomicRepresentation(desired) }
      return (isExpected, original)
    }
  }

  /// Replaces the value by the result of `change`, as one step.
  borrowing func update(
    _ name: String, _ ordering: AtomicUpdateOrdering, _ change: (Value) -> Value
  ) -> (oldValue: Value, newValue: Value) {
    step(.write, { _ in MemoryOrder(ordering) }, { "\(name) \(place.name)" }) { cell in
      let old = Value.decodeAtomicRepresentation(cell)
      let new = change(old)
      cell = Value.encodeAtomicRepresentation(new)
      return (old, new)
    }
  }

  /// Runs `body` as one step, before which another controlled thread may run.
  private borrowing func step<Result>(
    _ step: DirectedStep, _ order: (Result) -> MemoryOrder, _ label: () -> String,
    _ body: (inout Value.AtomicRepresentation) -> Result
  ) -> Result {
    if let director = Direction.director(touching: id, "use \(place.name)") {
      director.reach(step, on: id.value, label: label)
      let result = body(&cell.pointee)
      director.perform(.order(order(result)), on: id.value) { "" }
      return result
    }
    platform._unsafeLock()
    defer { platform._unsafeUnlock() }
    return body(&cell.pointee)
  }

  private static func haveSameBits(
    _ one: Value.AtomicRepresentation, _ other: Value.AtomicRepresentation
  ) -> Bool {
    withUnsafeBytes(of: one) { one in withUnsafeBytes(of: other) { one.elementsEqual($0) } }
  }
}
