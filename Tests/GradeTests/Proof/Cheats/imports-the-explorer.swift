// Asks the Explorer's own module.

import Explorer

func cheat(_ step: Step) {
  print(Explorer.Settings())
}
