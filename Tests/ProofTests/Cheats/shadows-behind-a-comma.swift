// Declares the function that judges as the second of two variables. The text gives it away.

let first = 1, judge: (Any?) -> Void = { _ in }
