// Asks for memory until there is none; it touches none of it, so the machine does not suffer.

import Foundation

func cheat(_ step: Step) {
  while let memory = malloc(1 << 30) { _ = memory }
  fatalError("no memory left")
}
