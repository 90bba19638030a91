import Foundation

/// The text of a file of this package, such as "Sources/Explorer/Explorer.docc/HowItWorks.md".
func packageFile(_ path: String) throws -> String {
  var root = URL(filePath: #filePath)
  for _ in ["Support", "ExplorerTests", "Tests", ""] { root.deleteLastPathComponent() }
  return try String(contentsOf: root.appending(path: path), encoding: .utf8)
}
