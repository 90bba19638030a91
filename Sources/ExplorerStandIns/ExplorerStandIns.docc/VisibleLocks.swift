// Given: in an exercise, leave this file as it is.
//
// It makes the locks, atomics, threads and tasks of this module visible: in it, the platform's names mean
// stand-ins that do the same and that the Explorer sees. So the tests can try every order in which two
// threads may come to your lock, whichever you choose. Your own file is written as ever, and imports what it
// likes.

// swift-format-ignore-file

import ExplorerStandIns
import Foundation
import Synchronization

// On Linux the Explorer sees the platform's own too. Tasks are replaced all the same: a continuation that is
// resumed twice is a finding then, and does not end the process.
#if ALL_STAND_INS || !os(Linux)
public typealias Mutex<Value: ~Copyable> = ExplorerStandIns.Mutex<Value>
public typealias Atomic<Value: AtomicRepresentable> = ExplorerStandIns.Atomic<Value>

public typealias NSLock = ExplorerStandIns.NSLock
public typealias NSRecursiveLock = ExplorerStandIns.NSRecursiveLock
public typealias NSCondition = ExplorerStandIns.NSCondition

public typealias DispatchSemaphore = ExplorerStandIns.DispatchSemaphore
public typealias DispatchGroup = ExplorerStandIns.DispatchGroup
public typealias DispatchQueue = ExplorerStandIns.DispatchQueue
public typealias DispatchWorkItem = ExplorerStandIns.DispatchWorkItem

public typealias Thread = ExplorerStandIns.Thread

public func sleep(_ seconds: UInt32) -> UInt32 { ExplorerStandIns.sleep(seconds) }
public func usleep(_ microseconds: UInt32) -> Int32 { ExplorerStandIns.usleep(microseconds) }
#endif

public typealias Task<Success: Sendable, Failure: Error> = ExplorerStandIns.Task<Success, Failure>
public typealias CheckedContinuation<Value, Failure: Error> = ExplorerStandIns.CheckedContinuation<Value, Failure>
public typealias UnsafeContinuation<Value, Failure: Error> = ExplorerStandIns.CheckedContinuation<Value, Failure>

nonisolated(nonsending) public func withCheckedContinuation<Value>(
  _ body: (CheckedContinuation<Value, Never>) -> Void
) async -> sending Value { await ExplorerStandIns.continuation(body) }

nonisolated(nonsending) public func withCheckedThrowingContinuation<Value>(
  _ body: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> sending Value { try await ExplorerStandIns.throwingContinuation(body) }

nonisolated(nonsending) public func withUnsafeContinuation<Value>(
  _ body: (CheckedContinuation<Value, Never>) -> Void
) async -> sending Value { await ExplorerStandIns.continuation(body) }

nonisolated(nonsending) public func withUnsafeThrowingContinuation<Value>(
  _ body: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> sending Value { try await ExplorerStandIns.throwingContinuation(body) }

nonisolated(nonsending) public func withTaskCancellationHandler<Value>(
  operation: () async throws -> Value,
  @_implicitSelfCapture onCancel handler: @escaping @Sendable () -> Void
) async rethrows -> Value {
  try await ExplorerStandIns.cancellable(operation: operation, onCancel: handler)
}
