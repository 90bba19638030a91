// Given: leave this file as it is.
//
// It makes the locks, atomics, threads and tasks of this module visible: in it, the platform's names mean
// stand-ins that do the same and that the Explorer sees. So the tests can try every order in which two threads
// may come to your lock, whichever you choose. Your own file is written as ever, and imports what it likes.

// swift-format-ignore-file

import Foundation
import StandIns
import Synchronization

// On Linux the Explorer sees the platform's own too. Where PLAIN is defined, only tasks are replaced.
#if !PLAIN
public typealias Mutex<Value: ~Copyable> = StandIns.Mutex<Value>
public typealias Atomic<Value: AtomicRepresentable> = StandIns.Atomic<Value>

public typealias NSLock = StandIns.NSLock
public typealias NSRecursiveLock = StandIns.NSRecursiveLock
public typealias NSCondition = StandIns.NSCondition

public typealias DispatchSemaphore = StandIns.DispatchSemaphore
public typealias DispatchGroup = StandIns.DispatchGroup
public typealias DispatchQueue = StandIns.DispatchQueue
public typealias DispatchWorkItem = StandIns.DispatchWorkItem

public typealias Thread = StandIns.Thread

public func sleep(_ seconds: UInt32) -> UInt32 { StandIns.sleep(seconds) }
public func usleep(_ microseconds: UInt32) -> Int32 { StandIns.usleep(microseconds) }
#endif

public typealias Task<Success: Sendable, Failure: Error> = StandIns.Task<Success, Failure>
public typealias CheckedContinuation<Value, Failure: Error> = StandIns.CheckedContinuation<Value, Failure>
public typealias UnsafeContinuation<Value, Failure: Error> = StandIns.CheckedContinuation<Value, Failure>

nonisolated(nonsending) public func withCheckedContinuation<Value>(
  _ body: (CheckedContinuation<Value, Never>) -> Void
) async -> sending Value { await StandIns.continuation(body) }

nonisolated(nonsending) public func withCheckedThrowingContinuation<Value>(
  _ body: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> sending Value { try await StandIns.throwingContinuation(body) }

nonisolated(nonsending) public func withUnsafeContinuation<Value>(
  _ body: (CheckedContinuation<Value, Never>) -> Void
) async -> sending Value { await StandIns.continuation(body) }

nonisolated(nonsending) public func withUnsafeThrowingContinuation<Value>(
  _ body: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> sending Value { try await StandIns.throwingContinuation(body) }

nonisolated(nonsending) public func withTaskCancellationHandler<Value>(
  operation: () async throws -> Value,
  @_implicitSelfCapture onCancel handler: @escaping @Sendable () -> Void
) async rethrows -> Value {
  try await StandIns.cancellable(operation: operation, onCancel: handler)
}
