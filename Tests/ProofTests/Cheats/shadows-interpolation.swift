// Changes what a number becomes in a text. The text gives it away.

import Foundation

extension DefaultStringInterpolation {
  mutating func appendInterpolation(_ number: Int) { appendLiteral("none") }
}
