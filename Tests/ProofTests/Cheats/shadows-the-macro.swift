// Declares the macro that expects. The text gives it away.

import Foundation

@freestanding(expression) macro expect(_ condition: Bool, _ text: String) =
  #externalMacro(module: "None", type: "None")
