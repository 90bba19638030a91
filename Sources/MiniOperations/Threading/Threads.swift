/// Starts threads, so that a director can start them instead.
package enum Threads {
  /// Starts a thread that runs `body` and ends.
  ///
  /// Where the caller is directed, the new thread is too.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    if let director = Direction.current {
      director.startThread(named: name, body)
    } else {
      Platform.startThread(named: name, body)
    }
  }
}
