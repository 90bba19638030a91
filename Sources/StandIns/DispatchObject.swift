/// Stands in for Dispatch's `DispatchObject`, the base class of queues, groups and semaphores.
///
/// On groups and semaphores its functions have no effect, as on the platform.
public class DispatchObject {
  init() {}

  /// Sets the queue on which the object's work runs.
  public func setTarget(queue: DispatchQueue?) {}

  /// Lets an object that was created inactive begin its work.
  public func activate() {}

  /// Keeps the object from beginning more work.
  public func suspend() {}

  /// Undoes one call of ``suspend()``.
  public func resume() {}
}
