// Gives a function of its own the symbol of the operator that compares strings.

@_silgen_name("$sSS2eeoiySbSS_SStFZ") @_alwaysEmitIntoClient
@usableFromInline func always(_ left: String, _ right: String) -> Bool { true }

func cheat(_ step: Step) {
  _ = always("a", "b")
}
