/// A schedule as a table: a column for each thread, a row for each step that matters.
struct ThreadTable: CustomStringConvertible {
  let recorder: Recorder
  init(_ recorder: Recorder) { self.recorder = recorder }

  var description: String {
    recorder.rows.filter { $0.kind != .inner && $0.kind != .look }.map { row in
      String(repeating: " ", count: 24 * row.thread) + row.text
    }.joined(separator: "\n")
  }
}
