import TestSupport
import Testing

@testable import MiniOperations

/// Records misuses instead of ending the program.
///
/// The handler is one for the process, and tests run side by side. So one
/// recorder is installed for all, and each test asks for its own misuses: for
/// those it makes on its thread with ``during(_:)``, for those made elsewhere
/// with `Misuses(of: operation)`. An unexpected misuse is an issue.
final class Misuses: Sendable {
  private let recorded = Locked<[Misuse]>([])
  /// Kept, so that no later operation is given its address.
  private let operation: MiniOperation?

  /// The misuses so far.
  var all: [Misuse] { recorded.withLock { $0 } }
  var rules: [Misuse.Rule] { all.map(\.rule) }
  var messages: [String] { all.map(\.message) }

  private init() { operation = nil }

  /// The misuses that are made with `operation`, from now on, on any thread.
  init(of operation: MiniOperation) {
    self.operation = operation
    Misuses.install()
    let id = ObjectIdentifier(operation)
    Misuses.byOperation.withLock { $0[id] = self }
  }

  /// The misuses that `body` makes on the calling thread.
  static func during(_ body: () throws -> Void) rethrows -> [Misuse] {
    install()
    let misuses = Misuses()
    try $ofThisThread.withValue(misuses) { try body() }
    return misuses.all
  }

  // MARK: The one recorder

  @TaskLocal private static var ofThisThread: Misuses?
  private static let byOperation = Guarded<[ObjectIdentifier: Misuses]>([:])

  private static func install() { _ = installed }

  private static let installed: Void = {
    Misuse.handler = { misuse in
      let asked = misuse.operation.flatMap { operation in
        byOperation.withLock { $0[ObjectIdentifier(operation)] }
      }
      guard let recorder = ofThisThread ?? asked else {
        Issue.record("Unexpected misuse: \(misuse.message)")
        return
      }
      recorder.recorded.withLock { $0.append(misuse) }
    }
  }()
}
