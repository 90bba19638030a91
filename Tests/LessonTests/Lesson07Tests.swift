import Testing

/// What lesson 07 shows beyond its claims.
@Suite struct `Lesson 07` {
  @Test func `Foundation's queue listens to the same key`() throws {
    let run = try LessonRun(7, "--fast", "--foundation")
    #expect(run.output.contains("Both do the same."), "\(run.output)")
    #expect(run.exitCode == 0)
  }

  @Test func `What the keys announce comes in one order`() throws {
    let run = try LessonRun.shared(5, "--fast")
    let heard = run.narration.filter { $0.hasPrefix("resize ") || $0.hasPrefix("queue  ") }
    #expect(
      heard.map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") } == [
        "resize dependencies → download", "resize isReady → false", "resize queuePriority → high",
        "resize completionBlock → a block", "queue name → images", "queue maxConcurrentOperationCount → 1",
        "queue operationCount → 2", "queue operations → download, resize", "resize isReady → true",
        "queue operationCount → 1", "queue operations → resize", "resize isExecuting → true",
        "resize isExecuting → false", "resize isFinished → true", "queue operationCount → 0",
        "queue operations → none",
      ])
  }
}
