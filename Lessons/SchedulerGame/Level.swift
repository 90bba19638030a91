import Explorer

/// A small program whose reader is its scheduler.
public struct Level: Sendable {
  /// The name of its file and of its page.
  public let name: String
  /// The title of its page.
  public let title: String
  /// The lesson that explains it.
  public let lesson: Int
  /// A description of the program in Markdown that does not reveal whether it is correct.
  public let text: String
  /// The program itself.
  public let scenario: Scenario

  init(
    _ name: String, _ title: String, lesson: Int, _ text: String,
    _ body: @escaping @Sendable (Stage) throws -> Void
  ) {
    self.name = name
    self.title = title
    self.lesson = lesson
    self.text = text
    scenario = Scenario(title) { stage in
      // A check after each step makes each step one whose values are looked at, also where no other thread
      // cares.
      stage.always("each step is looked at") { true }
      try body(stage)
    }
  }

  /// All levels, the easiest first.
  public static let all: [Level] = [
    .twoWithdrawals,
    .lastTicket,
    .oneStep,
    .halfChanged,
    .startedTwice,
    .underOneLock,
    .twoLocks,
    .lockedTooLate,
    .sameOrder,
    .afterTheCancel,
    .firstTheState,
    .lostWakeUp,
    .wakeUpKept,
    .ifInsteadOfWhile,
    .lookThenEnter,
    .sayThenLook,
    .threeAtATable,
    .foreverExecuting,
    .pausedAndCancelled,
    .pauseAndResume,
  ]
}
