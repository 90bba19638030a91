import Synchronization

/// Reports to one listener which thread works for which operation, and when: the data for a picture of a run.
///
/// A *piece of work* is a call of `start()` by a queue, a call of `main()`, one block of an operation, or a
/// message of a ``RunLoopThread``. A message belongs to the operation that posted it. Without a listener, a
/// piece of work costs one load.
package enum Work {
  /// One call that a thread makes for an operation.
  package struct Piece {
    /// The operation that the thread works for; nil for a message that no operation has posted.
    package let operation: MiniOperation?
    /// Whether it is a message of a ``RunLoopThread``, which serves many operations.
    package let isMessage: Bool
  }

  /// Called when the calling thread begins a piece of work; returns what must run when it ends.
  package typealias Listener = @Sendable (Piece) -> (() -> Void)?

  /// The piece of work that a thread does, while there is a listener.
  private final class Current {
    var piece: Piece?
  }

  private static let slot = ThreadSlot<Current>()

  private static let hasListener = Atomic<Bool>(false)
  private static let listener = ProcessWide<ListenerBox?>(nil)

  /// Holds the listener.
  ///
  /// Stored as it is, a closure would be wrapped once more at each access as a generic value.
  private final class ListenerBox: Sendable {
    let call: Listener

    init(_ call: @escaping Listener) { self.call = call }
  }

  /// Sets the listener, or removes it.
  package static func listen(_ newListener: Listener?) {
    let box = newListener.map(ListenerBox.init)
    listener.withLock { $0 = box }
    hasListener.store(newListener != nil, ordering: .releasing)
  }

  /// Runs `body` as a piece of work for `operation`, or for none.
  ///
  /// A piece inside another one for the same operation is a part of it, and is not announced again. Explored
  /// threads are not announced: their table shows them.
  package static func piece(of operation: MiniOperation?, isMessage: Bool = false, _ body: () -> Void) {
    if hasListener.load(ordering: .acquiring) {
      announce(Piece(operation: operation, isMessage: isMessage), body)
    } else {
      body()
    }
  }

  private static func announce(_ piece: Piece, _ body: () -> Void) {
    let current = slot.object { Current() }.takeUnretainedValue()
    let outer = current.piece
    let isPart = outer != nil && outer?.operation === piece.operation
    guard !isPart, Direction.current == nil, let box = listener.withLock({ $0 }) else { return body() }
    current.piece = piece
    let end = box.call(piece)
    body()
    end?()
    current.piece = outer
  }

  /// The operation that the calling thread works for; its messages belong to it.
  static var currentOperation: MiniOperation? {
    hasListener.load(ordering: .acquiring)
      ? slot.object { Current() }.takeUnretainedValue().piece?.operation : nil
  }
}

extension Threads {
  /// Starts a thread whose whole body is a piece of work for `operation`.
  package static func start(
    named name: String, for operation: MiniOperation, _ body: @escaping @Sendable () -> Void
  ) {
    start(named: name) { Work.piece(of: operation, body) }
  }
}
