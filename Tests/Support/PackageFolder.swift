import Foundation

/// The folder of this package, whose texts and sources some tests read.
public let packageFolder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The text of a file of this package.
public func packageFile(_ path: String) throws -> String {
  try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
}
