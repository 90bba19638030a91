// Hands the tests another module under the names that they use.
// swift-format-ignore-file

@_exported import ExplorerStandIns

public typealias Notes = [String]
public typealias Milestone = ExplorerStandIns.NSLock
