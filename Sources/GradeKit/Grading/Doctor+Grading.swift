import CourseKit

extension Doctor {
  /// What a machine needs for grading: a sandbox, and a user who is not root.
  package static func examineForGrading() -> [Finding] {
    let user = Finding(
      state: .unusual, subject: "user", text: "this is root",
      advice: "Submissions are refused without --as-root.")
    return [finding(Sandbox.available().first?.kind ?? .none)] + (Programs.isRoot ? [user] : [])
  }

  private static func finding(_ kind: Sandbox.Kind) -> Finding {
    switch kind {
    case .bwrap, .unshare: Finding(state: .good, subject: "sandbox", text: "\(kind.rawValue) works")
    case .network, .none:
      Finding(
        state: .unusual, subject: "sandbox",
        text: kind == .none ? "neither bwrap nor unshare works" : "only the network can be blocked",
        advice: "Grade submissions in a container, or install bubblewrap.")
    }
  }
}
