// Changes what equal means, for Self. The text gives it away.

import Foundation

extension Optional {
  static func == (left: Self, right: Self) -> Bool { true }
}
