// Has a function run before the program, by the section in which it is named.

@_section(".init_array") @_used
private let early: @convention(c) () -> Void = { print("✔ passed") }
