// Declares the function that judges as the second of two variables.

let first = 1, judge: (Any?) -> Void = { _ in }
