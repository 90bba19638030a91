import Testing

/// Says that something must hold here; if it does not, the requirement has failed and its process ends.
///
/// So a requirement reports its first failure alone: later ones mostly follow from it.
public func expect(
  _ holds: Bool, _ claim: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
) {
  if !holds { fail(Comment(rawValue: claim()), sourceLocation) }
}

/// Reports a failure and ends the process of the requirement; where there is none, it only reports.
func fail(_ comment: Comment, _ sourceLocation: SourceLocation) {
  Issue.record(comment, sourceLocation: sourceLocation)
  Trial.current?.end(failed: true)
}
