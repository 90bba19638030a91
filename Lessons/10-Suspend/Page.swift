import Dispatch
import MiniOperations
import Synchronization

// snippet: page
/// The page of one album, whose queue loads the pictures; each operation retains its picture.
final class Page {
  let queue = MiniOperationQueue()

  /// The app goes into the background.
  func suspend() { queue.isSuspended = true }

  /// The list of pictures arrives, late: the queue is already suspended, so nothing starts.
  func load(_ pictures: [Picture]) {
    for picture in pictures { queue.addOperation { picture.draw() } }
  }

  /// The page is closed, and released a moment later.
  func close() { queue.cancelAllOperations() }
}
// end

/// Large objects, of which is known how many are in memory and how many were drawn.
final class Pictures: Sendable {
  private let counts = Mutex((alive: 0, drawn: 0))
  private let areAlive = DispatchGroup()

  func new(_ count: Int) -> [Picture] { (1...count).map { _ in Picture(self) } }

  var alive: Int { counts.withLock { $0.alive } }
  var drawn: Int { counts.withLock { $0.drawn } }

  func waitUntilAllAreReleased() { areAlive.wait() }

  fileprivate func note(alive: Int = 0, drawn: Int = 0) {
    counts.withLock { $0 = ($0.alive + alive, $0.drawn + drawn) }
    if alive > 0 { areAlive.enter() }
    if alive < 0 { areAlive.leave() }
  }
}

/// One picture.
final class Picture: Sendable {
  private let pictures: Pictures

  fileprivate init(_ pictures: Pictures) {
    self.pictures = pictures
    pictures.note(alive: 1)
  }

  deinit { pictures.note(alive: -1) }

  func draw() { pictures.note(drawn: 1) }
}
