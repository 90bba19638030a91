import Dispatch
import Foundation

extension Show {
  /// A file that was asked for.
  struct TimelineFile: Sendable {
    let path: String
    /// Draws no sooner than it is wanted: a large page takes a while.
    let form: @Sendable (Timeline) -> String

    func write(_ timeline: Timeline) throws {
      try form(timeline).write(toFile: path, atomically: true, encoding: .utf8)
    }

    func refusal(_ error: any Error) -> String {
      "The timeline could not be written to \(path): \(error.localizedDescription) "
        + "Name a file in a folder that is there and may be written to.\n"
    }
  }

  /// The files that `--html` and `--trace` name.
  var timelineFiles: [TimelineFile] {
    let title = "Lesson \(lesson.number): \(lesson.title)"
    let html = flags.text("--html").map { TimelineFile(path: $0) { $0.page(title: title) } }
    let trace = flags.text("--trace").map { TimelineFile(path: $0) { $0.trace() } }
    return [html, trace].compactMap { $0 }
  }

  /// Lets Ctrl-C end the lesson with the files that were asked for, as far as it came; nil if there are none.
  ///
  /// It goes on for as long as the result is kept.
  func writeFilesOnInterrupt() -> (any DispatchSourceSignal)? {
    guard !timelineFiles.isEmpty else { return nil }
    return Interrupt.handle {
      let timeline = self.recording.timeline
      for file in self.timelineFiles {
        do {
          try file.write(timeline)
          Terminal.writeError("\nInterrupted. The timeline until here is in \(file.path).\n")
        } catch {
          Terminal.writeError("\n" + file.refusal(error))
        }
      }
    }
  }
}
