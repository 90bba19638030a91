import Foundation
import LessonKit
import Synchronization

/// The table of step 2 on Foundation's queue.
func onFoundation() -> [String] {
  choices.map { executing, finished in
    // An operation that has not started when this serial queue is idle will never start.
    let underlying = DispatchQueue(label: "underlying")
    let queue = OperationQueue()
    queue.underlyingQueue = underlying
    queue.maxConcurrentOperationCount = 1
    let (first, second) = (FoundationDownload(executing, finished), FoundationDownload(true, true))
    queue.addOperations([first, second], waitUntilFinished: false)
    underlying.sync {}
    first.photoArrived()
    for _ in 1...3 { underlying.sync {} }
    defer { if second.isExecuting { second.photoArrived() } }
    return row(executing, finished, isSecondExecuting: second.isExecuting)
  }
}

/// `Download` on Foundation, with the right keys only.
private final class FoundationDownload: Operation, @unchecked Sendable {
  // Unchecked: the state is in its lock, the rest is constant.
  private let state = Mutex(Download.State.waiting)
  private let announcesExecuting, announcesFinished: Bool

  init(_ announcesExecuting: Bool, _ announcesFinished: Bool) {
    self.announcesExecuting = announcesExecuting
    self.announcesFinished = announcesFinished
  }

  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() { move(to: .executing, [announcesExecuting ? "isExecuting" : nil]) }

  func photoArrived() {
    move(
      to: .finished, [announcesExecuting ? "isExecuting" : nil, announcesFinished ? "isFinished" : nil])
  }

  private func move(to new: Download.State, _ names: [String?]) {
    for case let key? in names { willChangeValue(forKey: key) }
    state.withLock { $0 = new }
    for case let key? in names { didChangeValue(forKey: key) }
  }
}
