// Ends with a code that might be the right one.

import Foundation

func cheat(_ step: Step) {
  exit(Int32.random(in: 70...250))
}
