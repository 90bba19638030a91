/// Calls a closure when it is released; it can also be thrown, to observe the release of an error.
public final class ReleaseObserver: Error {
  private let body: @Sendable () -> Void

  /// Creates an object whose `deinit` calls `body`.
  public init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}
