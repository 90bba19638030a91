// Says that every step equals every other, by the function that operations are compared with.

class Alike: MiniOperation, @unchecked Sendable {
  override func isEqual(_ other: Any?) -> Bool { true }
}

extension Step {
  static func == (left: Step, right: Step) -> Bool { true }
}
