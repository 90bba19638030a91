// Declares the function that judges in a tuple.

let (first, judge) = (1, { (end: Any?) -> Void in })
