// Exercise 08: five queues that stand still
//
// These are five pieces of Album's code. All of them work on most days. Then a user reports that no photo
// appears any more, and the stall report of the queue is all that you have; it stands above each piece, after
// "TODO". You may change and add anything, overrides too, but keep the names and parameters of the public
// declarations. Run the tests: swift run course check 8

import MiniOperations
import Synchronization

// MARK: - 1. The download

// TODO: 'download' was started and has not finished

/// Fetches a photo and stores it.
public final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in a Mutex, the rest is constant.

  /// Asks the server and calls `answer` once, on any thread: with the photo, or with nil if there is none.
  public typealias Fetch = @Sendable (_ answer: @escaping @Sendable (String?) -> Void) -> Void

  private enum State { case waiting, executing, finished }
  private let state = Mutex(State.waiting)
  private let fetch: Fetch
  private let store: @Sendable (String) -> Void

  /// Creates a download; `store` is called only if it was not cancelled.
  public init(fetch: @escaping Fetch, store: @escaping @Sendable (String) -> Void) {
    (self.fetch, self.store) = (fetch, store)
  }

  public override var isAsynchronous: Bool { true }
  public override var isExecuting: Bool { state.withLock { $0 == .executing } }
  public override var isFinished: Bool { state.withLock { $0 == .finished } }

  public override func start() {
    guard !isCancelled else { return }
    move(to: .executing)
    fetch { [self] photo in
      guard let photo, !isCancelled else { return }
      store(photo)
      move(to: .finished)
    }
  }

  private func move(to next: State) {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = next }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

// MARK: - 2. The upload

// TODO: 'upload' is not ready because its own isReady is false
//       (its isCancelled is true: the user had pressed "Cancel all" on a train)

/// Sends a photo, which begins only while the network is Wi-Fi.
public final class Upload: MiniOperation, @unchecked Sendable {
  // Unchecked: the flag is in a Mutex, the rest is constant.
  private let isOnWiFi = Mutex(false)
  private let send: @Sendable () -> Void

  /// Creates an upload for a network that is not Wi-Fi.
  public init(send: @escaping @Sendable () -> Void) { self.send = send }

  public override var isReady: Bool { super.isReady && isOnWiFi.withLock { $0 } }

  public override func main() { send() }

  /// Called by Album whenever the network has changed, on any thread.
  public func networkChanged(isWiFi: Bool) {
    willChangeValue(forKey: "isReady")
    isOnWiFi.withLock { $0 = isWiFi }
    didChangeValue(forKey: "isReady")
  }
}

// MARK: - 3. The gallery

// TODO: 'draw beach' waits for 'decode beach', which is in no queue and was not started

/// Decodes each photo once, in its queue, and draws it as often as it is shown.
///
/// All calls come from one thread.
public final class Gallery {
  private let queue: MiniOperationQueue
  private let decode: @Sendable (String) -> Void
  private var decodings: [String: MiniOperation] = [:]

  /// Creates a gallery whose operations run in `queue`.
  public init(queue: MiniOperationQueue, decode: @escaping @Sendable (String) -> Void) {
    (self.queue, self.decode) = (queue, decode)
  }

  /// Decodes a photo that will be shown soon; it may be called again, and for one that is shown already.
  public func prefetch(_ photo: String) {
    let decoding = decoding(of: photo)
    if !queue.operations.contains(decoding), !decoding.isFinished { queue.addOperation(decoding) }
  }

  /// Draws a photo when it is decoded; returns at once.
  public func show(_ photo: String, draw: @escaping @Sendable () -> Void) {
    let drawing = MiniBlockOperation(block: draw)
    drawing.name = "draw \(photo)"
    drawing.addDependency(decoding(of: photo))
    queue.addOperation(drawing)
  }

  private func decoding(of photo: String) -> MiniOperation {
    if let known = decodings[photo] { return known }
    let decoding = MiniBlockOperation { [decode] in decode(photo) }
    decoding.name = "decode \(photo)"
    decodings[photo] = decoding
    return decoding
  }
}

// MARK: - 4. The export

// TODO: 'album' waits for 'beach' in its task, and 'beach' needs the slot that it has

/// Writes albums to a disk that takes one photo at a time.
public final class Exporter: Sendable {
  private let queue = MiniOperationQueue()

  /// Creates an exporter without albums.
  public init() { (queue.name, queue.maxConcurrentOperationCount) = ("export", 1) }

  /// Writes the photos of an album and then calls `done`, once; returns at once.
  ///
  /// It may be called again, on any thread, while other albums are being written.
  public func export(
    _ photos: [String], write: @escaping @Sendable (String) -> Void, done: @escaping @Sendable () -> Void
  ) {
    let album = MiniBlockOperation { [queue] in
      let writes = photos.map { photo in
        let writing = MiniBlockOperation { write(photo) }
        writing.name = photo
        return writing
      }
      queue.addOperations(writes, waitUntilFinished: true)
      done()
    }
    album.name = "album"
    queue.addOperation(album)
  }
}

// MARK: - 5. The pause

// TODO: 'resize' is ready, but the queue is suspended

/// Holds a queue while Album does something that must not be disturbed; no other code suspends that queue.
public final class Pause: Sendable {
  private let queue: MiniOperationQueue

  /// Creates a pause for `queue`, which is not suspended.
  public init(queue: MiniOperationQueue) { self.queue = queue }

  /// Calls `body` and returns its result; meanwhile the queue starts no operation.
  ///
  /// It may be called on any thread, on several at a time, and in `body`.
  public func whilePaused<Value>(_ body: () throws -> Value) rethrows -> Value {
    queue.isSuspended = true
    let value = try body()
    queue.isSuspended = false
    return value
  }
}
