/// Starts threads, so that a director can start them instead.
package enum Threads {
  /// Starts a thread that runs `body` and ends.
  ///
  /// Where the caller is directed, the new thread is too. All that it does is a piece of work for `operation`,
  /// if there is one.
  package static func start(
    named name: String, for operation: MiniOperation? = nil, _ body: @escaping @Sendable () -> Void
  ) {
    let body: @Sendable () -> Void = {
      if operation == nil { body() } else { Work.piece(of: operation, body) }
    }
    if let director = Direction.current {
      director.startThread(named: name, body)
    } else {
      Platform.startThread(named: name, body)
    }
  }
}
