/// What has happened in a schedule, in a form that is the same for orders that differ only in steps that do
/// not touch each other.
///
/// A step's digest covers what its thread did before and the last change of
/// what it touches. Two schedules with the same digests have the same threads
/// at the same steps, and everything was changed in the same order.
struct History {
  /// A position in this form, together with what can be seen of it.
  struct Summary: Hashable {
    let threads: [String: Int]
    let resources: [Int]
    let stands: [ScheduleGraph.Stand]
    let able: [Int]
    /// How often each thread was chosen: a step that shows nothing is still a step.
    let moves: [Int: Int]
    let watched: String
  }

  private var threads: [String: Int] = [:]
  private var resources: [UInt64: Int] = [:]
  private var watched = ""
  private var count = 0

  /// Adds the new rows, and returns the position after them.
  mutating func summary(
    of recorder: Recorder, _ stands: [ScheduleGraph.Stand], _ able: [Int],
    moves: [Int: Int]
  ) -> Summary {
    for row in recorder.rows[count...] {
      let name = recorder.threadNames[row.thread]
      var hasher = Hasher()
      hasher.combine(threads[name])
      hasher.combine(row.text)
      hasher.combine(resources[row.resource])
      let sum = hasher.finalize()
      threads[name] = sum
      if row.resource != 0, !row.kind.isReading { resources[row.resource] = sum }
      if !row.watched.isEmpty { watched = row.watched }
    }
    count = recorder.rows.count
    return Summary(
      threads: threads, resources: resources.values.sorted(), stands: stands, able: able, moves: moves,
      watched: watched)
  }
}
