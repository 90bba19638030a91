// Hands the tests another module under the names that they use.
// swift-format-ignore-file

@_exported import StandIns

public typealias Notes = [String]
public typealias Milestone = StandIns.NSLock
