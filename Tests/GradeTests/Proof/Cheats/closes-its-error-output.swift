// Closes the way on which the last word is said.

import Foundation

func cheat(_ step: Step) {
  close(2)
}
