import Explorer

/// A small program whose reader is its scheduler.
public struct Level: Sendable {
  /// The name of the file in which it stands, which its page has too.
  public let name: String
  /// What its page is called.
  public let title: String
  /// The lesson that explains it.
  public let lesson: Int
  /// What the program does, as a paragraph of Markdown that does not say whether it is right.
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
      // A check after each step makes each step one whose values are looked at, also where no other thread cares.
      stage.always("each step is looked at") { true }
      try body(stage)
    }
  }

  /// The ladder, from the easiest on.
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
