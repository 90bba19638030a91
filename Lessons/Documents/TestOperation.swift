import Dispatch
import Foundation
import MiniOperations

/// The download of "简单实现一个并发的NSOperation" (2017-03-25), which finishes in a callback.
///
/// T15: `cancel` is not overridden, so a running download cannot be stopped, and nothing makes sure that it
/// finishes only once. T14: it announces `isFinished` while it still executes, and a dependent that starts
/// then sees both.
///
/// Different from the document:
/// - the transfer is a closure, where the document makes a session and a task in `start` (lesson 08 passes
///   the document's request); so a test can call back twice, which the document's task does not;
/// - the log is a closure too, and the main queue can be replaced;
/// - the notification's name is a parameter, because the second class inherits from this one; in the document
///   each class has its own in `start`;
/// - `executing` and `finished` are private there.
///
/// The order of all effects is the document's.
open class TestOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are fields, safe for one access at a time; the rest is constant.

  /// Begins a download and calls the closure with its result, on any thread, later.
  public typealias Transfer = @Sendable (_ completion: @escaping @Sendable (Data?) -> Void) -> Void

  /// The name of the notification that carries the data, `DOWN_RESULT` in the document.
  public let notificationName: Notification.Name

  /// Begins the download, which a lesson does with `URLSession` and a test without.
  private let begin: Transfer
  /// Prints a line, as `NSLog` does in the document.
  public let log: @Sendable (String) -> Void

  let mainQueue: DispatchQueue
  @Field("executing") private var storedExecuting = false
  @Field("finished") private var storedFinished = false

  /// Creates an operation for one download; `mainQueue` is for programs without a main run loop.
  public init(
    notificationName: String = "DOWN_RESULT", mainQueue: DispatchQueue = .main,
    log: @escaping @Sendable (String) -> Void = { _ in }, transfer: @escaping Transfer
  ) {
    self.notificationName = Notification.Name(notificationName)
    self.mainQueue = mainQueue
    self.log = log
    begin = transfer
  }

  // snippet: testOperation
  open override func start() {
    if isCancelled {
      finished = true
      return
    }
    log("TestOperation executing")
    executing = true
    transfer { data in
      self.log("TestOperation finished...")
      self.finished = true
      self.executing = false
      self.post(data)
    }
  }
  // end

  /// Whether the download has finished.
  public var finished: Bool {
    get { storedFinished }
    set {
      willChangeValue(forKey: "isFinished")
      storedFinished = newValue
      didChangeValue(forKey: "isFinished")
    }
  }

  /// Whether the download is still in progress.
  public var executing: Bool {
    get { storedExecuting }
    set {
      willChangeValue(forKey: "isExecuting")
      storedExecuting = newValue
      didChangeValue(forKey: "isExecuting")
    }
  }

  open override var isFinished: Bool { finished }

  open override var isExecuting: Bool { executing }

  open override var isConcurrent: Bool { true }

  /// Begins the download; the thread that calls back works for this operation, which the timeline shows.
  final func transfer(_ completion: @escaping @Sendable (Data?) -> Void) {
    begin { data in Work.piece(of: self) { completion(data) } }
  }

  final func post(_ data: Data?) {
    mainQueue.async { [notificationName] in
      NotificationCenter.default.post(name: notificationName, object: data)
    }
  }
}
