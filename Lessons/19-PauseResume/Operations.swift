import Documents
import LessonKit
import MiniOperations

/// The document's class, whose `operationDidPause` prints the same line as there.
final class Spoken: MyOperation, @unchecked Sendable {
  // Unchecked: like its superclass; the added properties are constant.
  private let show: Show

  init(_ name: String, _ show: Show, task: @escaping @Sendable (MyOperation) -> Void = { _ in }) {
    self.show = show
    super.init(task: task)
    self.name = name
  }

  override func operationDidPause() {
    let thread = MyOperation.networkRequestThread
    show.log("operation暂停执行..., 线程: \(thread.isCurrent ? thread.name : "another")", as: name ?? "")
    super.operationDidPause()
  }
}

/// The repaired class with a connection that can be interrupted.
final class Download: Repaired.MyConnectionOperation, @unchecked Sendable {
  // Unchecked: like its superclass; the added properties are constant.
  private let connection: Connection

  init(_ name: String, _ connection: Connection) {
    self.connection = connection
    super.init { done in connection.open(done) }
    self.name = name
  }

  override func operationDidPause() { connection.close() }
}

/// Ten pieces of data, one message to the network thread each; reopened, it continues after the last piece.
final class Connection: @unchecked Sendable {
  // Unchecked: only the network thread accesses the variables.
  private var pieces: [Int] = []
  private var isOpen = false
  private let received: @Sendable ([Int]) -> Void

  init(received: @escaping @Sendable ([Int]) -> Void) { self.received = received }

  func open(_ done: @escaping @Sendable () -> Void) {
    isOpen = true
    receive(done)
  }

  func close() { isOpen = false }

  private func receive(_ done: @escaping @Sendable () -> Void) {
    guard isOpen else { return }
    pieces.append(pieces.count + 1)
    received(pieces)
    if pieces.count == 10 { return done() }
    MyOperation.networkRequestThread.post { self.receive(done) }
  }
}
