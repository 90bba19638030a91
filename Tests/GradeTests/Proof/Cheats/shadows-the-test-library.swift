// Declares a type with the name of the test library.

import Foundation

enum Testing {
  static func check(_ condition: Bool) {}
}
