import Dispatch
import Foundation
import Terminal

extension Show {
  /// A view of the record that an option requests as a file.
  struct View: Sendable {
    let path: String
    /// Its name in a sentence: "The page".
    let name: String
    /// Makes the text when it is needed, because a large page takes a while.
    let text: @Sendable () -> String

    func write() throws {
      try text().write(toFile: path, atomically: true, encoding: .utf8)
    }

    func refusal(_ error: any Error) -> String {
      "\(name) could not be written to \(path): \(error.localizedDescription) "
        + "Choose a file in a folder that exists and is writable.\n"
    }
  }

  /// The record of the run so far.
  var record: Record {
    let drawing = recording.drawing
    var record = writer.record
    record.timeline = drawing.isEmpty ? nil : drawing
    return record
  }

  /// The files that `--html` and `--trace` request.
  var views: [View] {
    let html = flags.text("--html").map { path in
      View(path: path, name: "The page") { RecordPage(self.record).html }
    }
    let trace = flags.text("--trace").map { path in
      View(path: path, name: "The timeline") { TraceEvents(self.record).json }
    }
    return [html, trace].compactMap { $0 }
  }

  /// Makes Ctrl-C write the requested files, with the run so far, before the lesson ends; nil if there are
  /// none.
  ///
  /// The handler is active as long as the result is kept.
  func writeFilesOnInterrupt() -> (any DispatchSourceSignal)? {
    guard !views.isEmpty else { return nil }
    return Interrupt.handle {
      for view in self.views {
        do {
          try view.write()
          Terminal.writeError("\nInterrupted. \(view.name) until here is in \(view.path).\n")
        } catch {
          Terminal.writeError("\n" + view.refusal(error))
        }
      }
    }
  }
}
