// Foundation's two classes can be compared, kept in sets and printed, as every NSObject can.

extension MiniOperation: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// Whether the left one reports that it equals the right one.
  public static func == (left: MiniOperation, right: MiniOperation) -> Bool { left.isEqual(right) }

  /// Feeds ``hash`` into the hasher.
  public final func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension MiniOperationQueue: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// Whether the left one reports that it equals the right one.
  public static func == (left: MiniOperationQueue, right: MiniOperationQueue) -> Bool { left.isEqual(right) }

  /// Feeds ``hash`` into the hasher.
  public final func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
