import Foundation
import MiniOperations
import TestSupport

// What a program's classes override besides the task itself.

/// An operation with a description and an equality of its own.
private final class Page: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let number: Int
  init(number: Int) { self.number = number }

  override var description: String { "page \(number)" }
  override var debugDescription: String { "page \(number), to be debugged" }
  override var hash: Int { number }
  override func isEqual(_ object: Any?) -> Bool { (object as? Page)?.number == number }
}

/// A block operation with a value of its own, which inherits `init(block:)`.
private final class Step: MiniBlockOperation, @unchecked Sendable {
  // Unchecked: constant.
  let weight: Int
  override init() {
    weight = 3
    super.init()
  }
}

/// A queue with a description of its own.
private final class Press: MiniOperationQueue, @unchecked Sendable {
  // Unchecked: nothing is added.
  override class var main: MiniOperationQueue { super.main }
  override class var current: MiniOperationQueue? { super.current }
  override var description: String { "the press" }
}

extension MiniOperationQueue {
  static func showOverrides(_ trace: Trace) {
    let pages: [MiniOperation] = [Page(number: 7), Page(number: 7), Page(number: 8)]
    trace("\(pages[0]), \(String(reflecting: pages[0]))")
    trace("equal \(pages[0] == pages[1]) \(pages[0] == pages[2]), in the set \(Set(pages).count)")
    let step = Step { trace("block of the step") }
    step.start()
    trace("weight \(step.weight), \(Press()), \(Press.main === MiniOperationQueue.main)")
  }
}
