// Fills its folder.

import Foundation

func cheat(_ step: Step) {
  let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
  for number in 0..<6 {
    FileManager.default.createFile(atPath: "\(folder)/\(number)", contents: Data(count: 50 << 20))
  }
}
