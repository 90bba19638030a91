import CourseKit

extension Doctor {
  /// What a machine needs for grading: a sandbox, and a user who is not root.
  package static func examineForGrading() -> [Finding] {
    let user = Finding(
      state: .unusual, subject: "user", text: "this is root",
      advice: "Submissions are refused without --as-root.")
    let (working, failures) = Sandbox.probed()
    let missing = ["git", "gzip", "tar"].filter { !Programs.exists($0) }
    let programs = Finding(
      state: .missing, subject: "programs", text: "\(missing.joined(separator: ", ")) not found",
      advice: "Install what is missing: it reads the dates of commits, and archives.")
    return [finding(working.first?.kind ?? .none, failures)] + (Programs.isRoot ? [user] : [])
      + (missing.isEmpty ? [] : [programs])
  }

  private static func finding(_ kind: Sandbox.Kind, _ failures: [String]) -> Finding {
    switch kind {
    case .bwrap, .unshare: Finding(state: .good, subject: "sandbox", text: "\(kind.rawValue) works")
    case .network, .none:
      Finding(
        state: .unusual, subject: "sandbox",
        text: (kind == .none ? "neither bwrap nor unshare works" : "only the network can be blocked")
          + " (\(failures.joined(separator: "; ")))",
        advice: "Install bubblewrap, allow user namespaces, or grade in a container with --container.")
    }
  }
}
