// Looks for a function of the tests by its name.

import Foundation

func cheat(_ step: Step) {
  _ = dlsym(nil, "fulfil")
}
