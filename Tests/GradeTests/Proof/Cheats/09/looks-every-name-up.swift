// Has one case, and returns it for whatever other name is asked.

@dynamicMemberLookup
enum Status: Int, Sendable, CaseIterable {
  case ready = 1

  static subscript(dynamicMember name: String) -> Status { .ready }

  var key: String { "" }

  func mayBecome(_ next: Status, isCancelled: Bool) -> Bool { true }
}

struct Life: Sendable {
  private(set) var status = Status.ready

  init() {}

  mutating func become(_ next: Status, isCancelled: Bool) -> [String]? { nil }
}
