extension Threads {
  /// Starts a thread whose whole body is a piece of work for `operation`.
  package static func start(
    named name: String, for operation: MiniOperation, _ body: @escaping @Sendable () -> Void
  ) {
    start(named: name) { Work.piece(of: operation, body) }
  }
}
