import Foundation

extension MiniOperation {
  /// The name, or else the type: what messages call this operation.
  final var displayName: String { name ?? "\(type(of: self))" }

  final func replaceCompletionBlock(with block: (@Sendable () -> Void)?) {
    changing(.completionBlock) {
      // The old block is released after unlocking: it may hold the last
      // reference to another operation, whose `deinit` must not run under this lock.
      _ = withState { state in
        let old = state.completionBlock
        state.completionBlock = block
        return old
      }
    }
  }

  final func replacePriority(with priority: QueuePriority) {
    changing(.queuePriority) { withState { $0.priority = priority } }
    if currentFlags.contains(.queued) {
      withState { $0.queue }?.operation(self, didChange: .queuePriority)
    }
  }

  /// The operation's own quality of service, else the queue's.
  final func quality(else queueQuality: QualityOfService) -> QualityOfService {
    let own = currentFlags.quality
    return own == .default ? queueQuality : own
  }
}
