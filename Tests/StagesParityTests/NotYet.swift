/// The parity tests that stage 6 does not pass, by the beginning of their names, and why.
enum NotYet {
  static let list: [(name: String, reason: String)] = [
    ("C8: ", "the stage has no isAsynchronous for a subclass to answer"),
    ("O37: ", "its queue cannot be subclassed"),
    ("O41: a progress that is created", "it counts no progress"),
    ("O41: a progress that the task", "it counts no progress"),
    ("Q5, Q23: ", "its queue has no name, and there is no main queue"),
    ("Q14: ", "it has no barriers that a list could leave out"),
    ("Q15: ", "it has no barriers"),
    ("Q17: ", "it does not know which queue runs the caller"),
    ("Q18: ", "it has no main queue"),
    ("Q19: ", "it counts no progress"),
    ("Q20: ", "it knows no quality of service"),
  ]

  static func reason(for test: String) -> String? {
    list.first { test.hasPrefix($0.name) }?.reason
  }
}
