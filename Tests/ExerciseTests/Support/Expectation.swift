import Testing

/// Says that something must hold here.
public func expect(
  _ holds: Bool, _ claim: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
) {
  if !holds { Issue.record(Comment(rawValue: claim()), sourceLocation: sourceLocation) }
}
