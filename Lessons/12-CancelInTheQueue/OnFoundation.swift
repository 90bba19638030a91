import Foundation
import LessonKit
import MiniOperations

/// Cancelling outside a queue, in one, and in a suspended one.
func onThisFramework() -> [String] {
  let trace = Notebook()
  let alone = MiniBlockOperation { trace.write("alone: works") }
  alone.cancel()
  trace.write("alone: finished \(alone.isFinished)")
  alone.start()
  trace.write("alone, started: finished \(alone.isFinished)")

  let queue = MiniOperationQueue()
  let mayEnd = DispatchSemaphore(value: 0)
  let first = MiniBlockOperation { mayEnd.wait() }
  let second = MiniBlockOperation { trace.write("second: works") }
  second.addDependency(first)
  queue.addOperations([first, second], waitUntilFinished: false)
  second.cancel()
  second.waitUntilFinished()
  trace.write("second has finished, first finished \(first.isFinished)")
  mayEnd.signal()
  first.waitUntilFinished()

  let held = MiniOperationQueue()
  held.isSuspended = true
  let a = MiniBlockOperation { trace.write("A: works") }
  let b = MiniBlockOperation { trace.write("B: works") }
  b.addDependency(a)
  held.addOperations([a, b], waitUntilFinished: false)
  a.cancel()
  trace.write("A cancelled: B ready \(b.isReady)")
  held.isSuspended = false
  b.waitUntilFinished()
  return trace.lines
}

/// The same with Foundation's names.
func onFoundation() -> [String] {
  let trace = Notebook()
  let alone = BlockOperation { trace.write("alone: works") }
  alone.cancel()
  trace.write("alone: finished \(alone.isFinished)")
  alone.start()
  trace.write("alone, started: finished \(alone.isFinished)")

  let queue = OperationQueue()
  let mayEnd = DispatchSemaphore(value: 0)
  let first = BlockOperation { mayEnd.wait() }
  let second = BlockOperation { trace.write("second: works") }
  second.addDependency(first)
  queue.addOperations([first, second], waitUntilFinished: false)
  second.cancel()
  second.waitUntilFinished()
  trace.write("second has finished, first finished \(first.isFinished)")
  mayEnd.signal()
  first.waitUntilFinished()

  let held = OperationQueue()
  held.isSuspended = true
  let a = BlockOperation { trace.write("A: works") }
  let b = BlockOperation { trace.write("B: works") }
  b.addDependency(a)
  held.addOperations([a, b], waitUntilFinished: false)
  a.cancel()
  trace.write("A cancelled: B ready \(b.isReady)")
  held.isSuspended = false
  b.waitUntilFinished()
  return trace.lines
}
