// Declares a helper of the tests, for another type.

import Foundation

func shown(_ result: String) -> String { "none" }
