// Prints without end.

import Foundation

func cheat(_ step: Step) {
  while step.name != nil { print(String(repeating: "x", count: 10_000)) }
}
