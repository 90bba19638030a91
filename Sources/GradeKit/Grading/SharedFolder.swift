import CourseKit
import Foundation

/// A folder that the first process makes which needs it, and that others use together while it exists.
struct SharedFolder {
  let url: URL
  private let lock: FileLock

  /// Makes the folder `name` unless it is complete; other processes wait meanwhile.
  ///
  /// Folders beside it that nobody uses are removed first.
  init(_ name: String, in folder: URL, make: (URL) throws -> Void) throws {
    url = folder.appending(path: name)
    for other in Files.folders(in: folder) where other != name {
      let place = folder.appending(path: other)
      let free = try? FileLock(folder.appending(path: "\(other).lock"), writing: "")
      if free != nil { try Files.removeIfThere(place) }
    }
    let complete = url.appending(path: "complete")
    lock = try FileLock(folder.appending(path: "\(name).lock"), writing: "", waits: true)
    try lock.share()
    // Between two kinds of lock, another process may make or remove the folder.
    while !Files.exists(complete) {
      try lock.takeAlone()
      if !Files.exists(complete) {
        try make(url)
        try Files.write("", to: complete)
      }
      try lock.share()
    }
  }
}
