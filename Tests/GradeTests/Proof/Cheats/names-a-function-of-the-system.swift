// Calls a function of the system by a name that its source does not import.

@_silgen_name("_exit") private func leave(_ code: Int32)

func cheat(_ step: Step) {
  leave(70)
}
