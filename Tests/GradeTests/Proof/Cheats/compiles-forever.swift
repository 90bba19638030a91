// Gives the compiler a riddle that takes it longer than its limit: a type that doubles twenty times.

func twice<Value>(_ value: Value) -> (Value, Value) { (value, value) }
let a = twice(twice(twice(twice(twice(1)))))
let b = twice(twice(twice(twice(twice(a)))))
let c = twice(twice(twice(twice(twice(b)))))
let d = twice(twice(twice(twice(twice(c)))))
