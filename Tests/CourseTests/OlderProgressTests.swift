import Testing

@testable import CourseKit

/// Lessons and exercises have had other numbers; the file has their names.
struct `A progress file from before the new numbers` {
  private let progress = CourseKit.Progress(
    """
    # Progress in this course, kept by `swift run course`. Safe to commit.
    current: exercise Pipeline
    done: lesson Order 2026-11-01
    done: lesson CancelChecks 2026-11-02
    done: exercise ReadyQueue 2026-11-03
    mastered: exercise ReadyQueue 2026-11-03
    hints: exercise Transitions 2
    gave up: exercise Retry 2026-11-04
    answer: lesson Order step 3 1
    answer: lesson Order step 99 1
    again: lesson Notifications step 2 2026-11-05
    """)

  @Test func `Everything in it means the same lesson or exercise`() throws {
    func lesson(_ topic: String) throws -> LessonEntry {
      try #require(Catalogue.lessons.first { $0.topic == topic })
    }
    func exercise(_ topic: String) throws -> Exercise {
      try #require(Catalogue.exercises.first { $0.topic == topic })
    }
    #expect(progress.current?.name == "exercise Pipeline")
    for topic in ["Order", "CancelChecks"] {
      #expect(progress.isDone(.lesson(try lesson(topic))), "\(topic)")
    }
    #expect(progress.isMastered(try exercise("ReadyQueue")))
    #expect(progress.hints(try exercise("Transitions")) == 2)
    #expect(progress.gaveUp(try exercise("Retry")))
    #expect(progress.hasAnswers(try lesson("Order")))
    #expect(progress.predictionsToCorrect.map(\.lesson.topic) == ["Notifications"])
    #expect(progress.trouble == nil)
  }

  @Test func `No lesson or exercise that it can name has lost its name`() {
    let lessons = """
      FirstQueue SingleShot NonConcurrent CooperativeCancel Concurrent Notifications InsideTheQueue Order
      DependencyChain LastInFirstOut Suspend SerialSuspend CancelChecks CancelInTheQueue StateMachine NetworkThread
      MyOperation CompletionBlock PauseResume Archive RacesExplored AsyncAwait Advanced QueueSettings StandsStill
      """
    let exercises = """
      WorkAndErrors CancelAndCleanUp ConcurrentOperation ReadyQueue Pipeline LastInFirstOut SerialSuspend Transitions
      NetworkThread ThreadSafeState ExactlyOnce PauseResume Archive AsyncBridge Retry
      """
    let known = Set(Catalogue.steps.map(\.name))
    let names =
      lessons.split(whereSeparator: \.isWhitespace).map { "lesson \($0)" }
      + exercises.split(whereSeparator: \.isWhitespace).map { "exercise \($0)" }
    #expect(names.filter { !known.contains($0) } == [])
  }
}
