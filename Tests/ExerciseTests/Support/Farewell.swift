/// Calls a closure when it is released.
public final class Farewell: Sendable {
  private let body: @Sendable () -> Void

  /// Makes an object whose `deinit` calls `body`.
  public init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}

/// An error that does something when it is released.
public struct Parting: Error {
  private let farewell: Farewell

  /// Makes an error whose release calls `body`.
  public init(_ body: @escaping @Sendable () -> Void) { farewell = Farewell(body) }
}
