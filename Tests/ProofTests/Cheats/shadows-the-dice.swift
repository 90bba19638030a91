// Declares dice that are loaded. The text gives it away.

import Foundation

struct Dice {
  init() {}
  mutating func roll(_ range: ClosedRange<Int>) -> Int { 1 }
}
