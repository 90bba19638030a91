import Dispatch
import Foundation
import LessonKit
import Synchronization

/// Counts the lines of each thread; the document prints the thread itself.
final class Lines: Sendable {
  private let show: Show
  private let counts = Mutex<[String: Int]>([:])

  init(_ show: Show) { self.show = show }

  var count: Int { counts.withLock { $0.values.reduce(0, +) } }

  func add() {
    let thread = Thread.current.name ?? "a thread"
    let number = counts.withLock { counts in
      counts[thread, default: 0] += 1
      return counts[thread]!
    }
    show.count(thread, number)
  }
}

/// Large objects that operations retain, and that report their `deinit`.
final class Pictures: Sendable {
  private let alive = DispatchGroup()
  private let drawings = Mutex(0)

  /// One picture, whose `deinit` is counted.
  final class Picture: Sendable {
    private let pictures: Pictures

    fileprivate init(_ pictures: Pictures) {
      self.pictures = pictures
      pictures.alive.enter()
    }

    deinit { pictures.alive.leave() }

    func draw() { pictures.drawings.withLock { $0 += 1 } }
  }

  func new() -> Picture { Picture(self) }

  var drawn: Int { drawings.withLock { $0 } }

  var areAlive: Bool { alive.wait(timeout: .now()) == .timedOut }

  /// Waits for the last `deinit`; false if it does not happen within ten seconds.
  func waitUntilGone() -> Bool { alive.wait(timeout: .now() + 10) == .success }
}
