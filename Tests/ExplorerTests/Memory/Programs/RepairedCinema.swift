// swift-format-ignore-file

// article: cinema
import Foundation

public final class RepairedCinema: @unchecked Sendable {
  private let lock = NSLock()
  private var seats = 1
  private var tickets = 0

  public var sold: Int { lock.withLock { tickets } }

  public init() {}

  public func sell() {
    lock.withLock {
      if seats > 0 {
        seats -= 1
        tickets += 1
      }
    }
  }
}
// end
