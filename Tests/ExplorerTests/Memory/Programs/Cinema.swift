// swift-format-ignore-file

import Explorer

// article: cinema
public final class Cinema: @unchecked Sendable {
  private var seats = 1
  public private(set) var sold = 0

  public init() {}

  public func sell() {
    if seats > 0 {
      seats -= 1
      sold += 1
    }
  }
}
// end
