// Declares the function that judges an end. The text gives it away.

import Foundation

func judge(_ end: Any?) {}
