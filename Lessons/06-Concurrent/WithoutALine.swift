import MiniOperations

// `Download` four times, each with something missing.

/// Without the two `for` loops: nothing is announced.
final class WithoutAnnouncements: Download, @unchecked Sendable {
  override func move(to new: State, announcing keys: String...) { super.move(to: new) }
}

/// Without `override var isFinished`: what `MiniOperation` answers then.
///
/// Its own `isFinished` is set by its own `start()`, which nobody calls.
final class WithoutIsFinished: Download, @unchecked Sendable {
  override var isFinished: Bool { false }
}

/// Without the `guard`.
final class WithoutGuard: Download, @unchecked Sendable {
  override func start() {
    move(to: .executing, announcing: "isExecuting")
    server.fetch { self.move(to: .finished, announcing: "isExecuting", "isFinished") }
  }
}

/// Without `isAsynchronous` and `isExecuting`.
final class WithoutTheOthers: Download, @unchecked Sendable {
  override var isAsynchronous: Bool { false }
  override var isExecuting: Bool { false }
}
