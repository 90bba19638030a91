import CourseKit
import Foundation

/// Grades a class in a container: this tool starts podman or docker, and the tool in the image does the rest.
///
/// The container has no network, a read-only root, no privileges, and limits for memory and processes. Of
/// this machine it sees the submissions, the register, and the files that options name.
package struct Container {
  private let engine: String
  private let image: String

  /// Finds the engine of this machine, podman first; nil if there is none.
  package init?(image: String) {
    guard let engine = ["podman", "docker"].first(where: Programs.exists) else { return nil }
    self.init(engine: engine, image: image)
  }

  init(engine: String, image: String) {
    self.engine = engine
    self.image = image
  }

  /// The options of `grade` that name inputs, and those that name a folder for output.
  private static let read = [
    "--submissions", "--submission", "--roster", "--late", "--overrides", "--dates", "--merge",
  ]
  private static let written = ["--register", "--feedback", "--jplag"]

  /// The command that runs `grade` with these words, whose paths are those of this machine.
  ///
  /// `register` is where verdicts are kept if the words do not name a register.
  func command(_ words: [String], register: URL) throws -> [String] {
    // The container is the sandbox.
    var words = words.contains("--without-sandbox") ? words : words + ["--without-sandbox"]
    if !words.contains("--register") { words += ["--register", register.path] }
    var volumes: [String] = []
    var inner: [String] = []
    var option = ""
    for word in words {
      let mode = Container.read.contains(option) ? ":ro" : Container.written.contains(option) ? "" : nil
      option = word
      guard let mode else {
        inner.append(word)
        continue
      }
      let url = URL(filePath: word).standardizedFileURL
      // Otherwise the engine would create the folder, and root would own it.
      if mode.isEmpty { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
      // The file name extension tells the kind of an archive.
      let place = "/files/\(volumes.count / 2 + 1)/\(url.lastPathComponent)"
      if url.path.contains(":") {
        throw CourseError(
          "'\(url.path)' contains a colon, which the engine's command line reads as a separator. Rename it.")
      }
      volumes += ["--volume", "\(url.path):\(place)\(mode)"]
      inner.append(place)
    }
    // In the container too, the user of this process owns the register.
    // Podman maps it by itself only for a user who is not root.
    let mapped = engine.hasSuffix("podman") && !Programs.isRoot ? ["--userns", "keep-id"] : []
    let user = ["--user", Programs.user] + mapped
    return [engine, "run", "--rm", "--network", "none", "--read-only", "--cap-drop", "ALL"]
      + ["--security-opt", "no-new-privileges", "--memory", "8g", "--pids-limit", "2048"]
      + ["--tmpfs", "/tmp:size=1g", "--env", "HOME=/tmp"] + user + volumes + [image] + inner
  }

  /// Runs `grade` in the container, and returns its exit code.
  ///
  /// What it prints goes to the terminal, or to a file.
  package func grade(_ words: [String], in course: Course, output: String?) throws -> Int32 {
    let command = try command(words, register: course.root.appending(path: ".build/grading/container"))
    guard let output else { return Programs.runInFront(command, in: URL(filePath: ".")) }
    // The output file appears when the grading is complete, and not before.
    let script =
      "file=$1; shift; \"$@\" > \"$file.part\"; code=$?; "
      + "case $code in 0|1|3|4) mv \"$file.part\" \"$file\" ;; *) rm -f \"$file.part\" ;; esac; exit $code"
    return Programs.runInFront(["/bin/sh", "-c", script, "sh", output] + command, in: URL(filePath: "."))
  }
}
