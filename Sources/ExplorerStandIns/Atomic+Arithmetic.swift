import Synchronization

// Further operations of numbers and truth values.

extension Atomic where Value: FixedWidthInteger {
  /// Adds, and returns the values before and after; traps on overflow.
  @discardableResult
  public borrowing func add(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("add \(operand) to", ordering) { $0 + operand } }

  /// Adds and wraps around on overflow.
  @discardableResult
  public borrowing func wrappingAdd(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("add \(operand) to", ordering) { $0 &+ operand } }

  /// Subtracts, and returns the values before and after; traps on overflow.
  @discardableResult
  public borrowing func subtract(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("subtract \(operand) from", ordering) { $0 - operand } }

  /// Subtracts and wraps around on overflow.
  @discardableResult
  public borrowing func wrappingSubtract(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("subtract \(operand) from", ordering) { $0 &- operand } }

  /// Keeps the bits that are set in both.
  @discardableResult
  public borrowing func bitwiseAnd(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("and \(operand) into", ordering) { $0 & operand } }

  /// Sets the bits that are set in either.
  @discardableResult
  public borrowing func bitwiseOr(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("or \(operand) into", ordering) { $0 | operand } }

  /// Flips the bits that are set in the operand.
  @discardableResult
  public borrowing func bitwiseXor(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("xor \(operand) into", ordering) { $0 ^ operand } }

  /// Keeps the smaller of the two.
  @discardableResult
  public borrowing func min(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("lower to \(operand) at most", ordering) { Swift.min($0, operand) } }

  /// Keeps the larger of the two.
  @discardableResult
  public borrowing func max(_ operand: Value, ordering: AtomicUpdateOrdering) -> (
    oldValue: Value, newValue: Value
  ) { update("raise to \(operand) at least", ordering) { Swift.max($0, operand) } }
}

extension Atomic where Value == Bool {
  /// True from now on only if it was and the operand is.
  @discardableResult
  public borrowing func logicalAnd(_ operand: Bool, ordering: AtomicUpdateOrdering) -> (
    oldValue: Bool, newValue: Bool
  ) { update("and \(operand) into", ordering) { $0 && operand } }

  /// True from now on if it was or the operand is.
  @discardableResult
  public borrowing func logicalOr(_ operand: Bool, ordering: AtomicUpdateOrdering) -> (
    oldValue: Bool, newValue: Bool
  ) { update("or \(operand) into", ordering) { $0 || operand } }

  /// Flips the value if the operand is true.
  @discardableResult
  public borrowing func logicalXor(_ operand: Bool, ordering: AtomicUpdateOrdering) -> (
    oldValue: Bool, newValue: Bool
  ) { update("xor \(operand) into", ordering) { $0 != operand } }
}
