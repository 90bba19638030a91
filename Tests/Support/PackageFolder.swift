import Foundation

/// The folder of this package, whose texts and sources some tests read.
public let packageFolder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
