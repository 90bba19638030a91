// Writes where it has nothing to write.

import Foundation

func cheat(_ step: Step) {
  let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "README.md")
  do { try Data().write(to: place) } catch { fatalError("kept in") }
}
