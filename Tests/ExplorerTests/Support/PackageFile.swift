import Foundation
import TestSupport

/// The text of a file of this package, such as "Sources/Explorer/Explorer.docc/HowItWorks.md".
func packageFile(_ path: String) throws -> String {
  try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
}
