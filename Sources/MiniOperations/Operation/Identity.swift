// Foundation's two classes can be compared, and kept in sets, as every NSObject can.

extension MiniOperation: Hashable {
  /// Whether both are the same object.
  public static func == (left: MiniOperation, right: MiniOperation) -> Bool { left === right }

  /// Feeds the object's identity into the hasher.
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension MiniOperationQueue: Hashable {
  /// Whether both are the same object.
  public static func == (left: MiniOperationQueue, right: MiniOperationQueue) -> Bool { left === right }

  /// Feeds the object's identity into the hasher.
  public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
