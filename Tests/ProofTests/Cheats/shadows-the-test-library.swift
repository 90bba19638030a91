// Declares a type with the name of the test library. The text gives it away.

import Foundation

enum Testing {
  static func check(_ condition: Bool) {}
}
