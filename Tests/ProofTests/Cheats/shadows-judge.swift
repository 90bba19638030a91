// Declares the function that judges an end.

import Foundation

func judge(_ end: Any?) {}
