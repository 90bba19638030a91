// Changes what equal means for a protocol of its own.

import Foundation

protocol Mine {}

extension Mine {
  static func == (left: Self, right: Self) -> Bool { true }
}

extension Optional: Mine {}
