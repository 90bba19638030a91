// Does not compile.

import Foundation

let number: Int = "one"
