/// Starts threads, so that a director can start them instead.
package enum Threads {
  /// Starts a thread that runs `body` and ends.
  ///
  /// Where the caller is directed, the new thread is too. Without a thread the program cannot continue, so a
  /// refusal of the system ends it.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    guard !tryToStart(named: name, body) else { return }
    fatalError(
      "The system did not start the thread '\(name)': it allows this process no more threads or memory. "
        + "Raise the limit, or use fewer threads.")
  }

  /// Starts a thread as ``start(named:_:)`` does; false when the system allows no more threads.
  package static func tryToStart(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    guard let director = Direction.current else { return Platform.startThread(named: name, body) }
    director.startThread(named: name, mayRunFirst: true, body)
    return true
  }
}
