// Changes what equal means, for Self.

import Foundation

extension Optional {
  static func == (left: Self, right: Self) -> Bool { true }
}
