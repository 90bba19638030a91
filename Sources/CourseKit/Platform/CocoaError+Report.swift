import Foundation

extension CocoaError {
  /// Which file it concerns, what happened, and what to do; Foundation often gives only a number.
  package var report: String {
    let file = filePath.map { "'\($0)'" } ?? "a file"
    switch code {
    case .fileWriteOutOfSpace:
      return "\(file) could not be written: the disk is full. Free some space and repeat the command."
    case .fileWriteVolumeReadOnly:
      return "\(file) could not be written: the file system is read-only. Work on a copy elsewhere."
    case .fileWriteNoPermission:
      return "\(file) could not be written: permission denied. Check who owns the file and its folder."
    case .fileReadNoPermission:
      return "\(file) could not be read: permission denied. Check who owns the file and its folder."
    case .fileReadNoSuchFile, .fileNoSuchFile:
      return "\(file) does not exist, or its folder takes no files. Check the path."
    default:
      break
    }
    var isFolder: ObjCBool = false
    if let filePath, FileManager.default.fileExists(atPath: filePath, isDirectory: &isFolder),
      isFolder.boolValue
    {
      return "\(file) is a folder, where a file was expected. Rename or remove it."
    }
    return "\(file) could not be read or written (\(code.rawValue)). \(localizedDescription)"
  }
}
