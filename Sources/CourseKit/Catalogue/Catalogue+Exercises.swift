extension Catalogue {
  /// The exercises, in their order.
  public static let exercises: [Exercise] = [
    exercise01, exercise02, exercise03, exercise04, exercise05,
    exercise06, exercise07, exercise08, exercise09, exercise10,
    exercise11, exercise12, exercise13, exercise14, exercise15,
  ]
}

private let exercise01 = Exercise(
  1, "WorkAndErrors", "A task that reports its result or its error and always finishes", points: 5,
  after: [2],
  files: ["WorkAndErrors.swift"],
  mistakes: [
    Mistake(
      "LeavesWorkBehind",
      caughtBy: "The outcome is there when the end is announced, and when start returns"),
    Mistake(
      "ReportsInTheCompletionBlock",
      caughtBy: "The outcome is there when the end is announced, and when start returns"),
    Mistake(
      "SaysNothingWhenCancelled",
      caughtBy: "Cancelled before it starts, it reads nothing and says that it was cancelled"),
    Mistake("SkipsBadLines", caughtBy: "The first line that is no amount is named"),
    Mistake("SwallowsTheError", caughtBy: "An error of the reading arrives as it is"),
    Mistake(
      "TrapsWhereItCouldThrow",
      caughtBy: "A sum that is too large or too small is an error like any other"),
    Mistake("WorksInTheInitialiser", caughtBy: "The receipt is read once, by main and not before"),
  ])

private let exercise02 = Exercise(
  2, "CancelAndCleanUp", "A loop that stops promptly and releases what it took", points: 5, after: [3],
  files: ["CancelAndCleanUp.swift"],
  mistakes: [
    Mistake(
      "AsksOnlyAtTheStart",
      caughtBy: "A cancel is no error, and after it at most one more call begins"),
    Mistake(
      "ClosesAfterTheLoop",
      caughtBy: "Whatever call throws, what was opened is closed, once, the last opened first"),
    Mistake(
      "ClosesFromCancel",
      caughtBy: "Cancelled by another thread in the middle of a part, it closes when the part is through"),
    Mistake("ClosesInDeinit", caughtBy: "Everything is closed by the time the end is announced"),
    Mistake(
      "ClosesWhatIsNotOpen",
      caughtBy: "Whatever call throws, what was opened is closed, once, the last opened first"),
    Mistake(
      "LosesTheFirstWhenTheSecondFails",
      caughtBy: "Whatever call throws, what was opened is closed, once, the last opened first"),
    Mistake(
      "TakesACancelForAnError",
      caughtBy: "A cancel is no error, and after it at most one more call begins"),
  ])

private let exercise03 = Exercise(
  3, "ConcurrentOperation", "start and finish, announced in the right order", points: 10, after: [4, 5],
  files: ["ConcurrentOperation.swift"],
  mistakes: [
    Mistake(
      "AsksForACancelFirst", caughtBy: "Started again while it executes, it begins nothing and ends nothing"),
    Mistake("BeginsBeforeItExecutes", caughtBy: "It says that it executes before the work begins"),
    Mistake(
      "ChecksOutsideTheLock",
      caughtBy: "Two threads say that it is done, and in every order it ends once"),
    Mistake("ClaimsInTwoSteps", caughtBy: "Two threads start it, and in every order it begins once"),
    Mistake("DoesNotHoldItself", caughtBy: "Done may be said when the operation is gone"),
    Mistake("EndsFromCancel", caughtBy: "Cancelled while it executes, it ends when its work does"),
    Mistake("EndsTwice", caughtBy: "Done is said twice, it is started again, and it ends once"),
    Mistake(
      "FinishesWhileItExecutes",
      caughtBy: "Each change is announced once, and whoever hears of the end sees that it executes no longer"),
    Mistake(
      "ForgetsToEndWhenCancelled",
      caughtBy: "Cancelled before it starts, it does not begin, and ends when it is started"),
    Mistake("HoldsItself", caughtBy: "When it has ended, nothing of it stays"),
    Mistake(
      "MisspellsTheKey",
      caughtBy: "In a queue, two execute at the same time, and their end lets the next ones begin"),
    Mistake(
      "StartsAgain", caughtBy: "Started again while it executes, it begins nothing and ends nothing"),
    Mistake(
      "WaitsInStart",
      caughtBy: "start begins the work and returns, and the operation executes until the work is done"),
  ])

private let exercise04 = Exercise(
  4, "ReadyQueue", "The heart of a scheduler: which operation is next", points: 10, after: [6, 7],
  files: ["ReadyQueue.swift"],
  mistakes: [
    Mistake(
      "ComparesForEquality",
      caughtBy: "A lowered limit stops nothing that runs, and none begins until there is room"),
    Mistake(
      "FreesASlotNobodyHad",
      caughtBy: "An end that is told twice, or of a job that never ran, makes no room"),
    Mistake("GoesByReadiness", caughtBy: "A job that becomes ready late stands where it was added"),
    Mistake("KeepsWhatHasFinished", caughtBy: "What was handed out and has finished is let go of"),
    Mistake(
      "ListensToStrangers",
      caughtBy: "News about a ticket that nobody has changes nothing, also not for those who come later"),
    Mistake("LosesItsAge", caughtBy: "A priority that changes counts at once, and the job keeps its age"),
    Mistake("OneAtATime", caughtBy: "As many run as the limit allows, and no more"),
    Mistake("SharesItsCopies", caughtBy: "A copy goes its own way"),
    Mistake(
      "StandsBehindTheMostUrgent",
      caughtBy: "A job that is not ready is passed over, however urgent it is"),
    Mistake("UsesTicketsAgain", caughtBy: "A ticket stands for one job for ever"),
  ])

private let exercise05 = Exercise(
  5, "Pipeline", "Steps that hand their results on", points: 10, after: [7, 8],
  files: ["Pipeline.swift"],
  mistakes: [
    Mistake("AsksItsDependencies", caughtBy: "A dependency that is no input delays, and hands nothing on"),
    Mistake(
      "ForgetsToCancelItself",
      caughtBy: "What needs the result of a cancelled step is cancelled too, down to the last"),
    Mistake(
      "GoesOnWithoutAResult",
      caughtBy: "What needs the result of a cancelled step is cancelled too, down to the last"),
    Mistake("HoldsItsFollowers", caughtBy: "When a pipeline is let go of, nothing of it stays"),
    Mistake(
      "KeepsTheResultWhenCancelled",
      caughtBy: "A step that is cancelled while it works has no result, and hands none on"),
    Mistake("OneAfterTheOther", caughtBy: "Two steps that do not need each other run at the same time"),
    Mistake(
      "TakesResultsAsTheyCome",
      caughtBy: "A step gets the results of those before it, in the order of its inputs"),
    Mistake(
      "WaitsInMain",
      caughtBy: "A step begins when those before it have ended, and holds no slot until then"),
  ])

private let exercise06 = Exercise(
  6, "LastInFirstOut", "The newest first, without losing concurrency", points: 10, after: [9],
  files: ["LastInFirstOut.swift"],
  mistakes: [
    Mistake(
      "ChainsEverything",
      caughtBy: "Two that have waited run at the same time where the queue lets two"),
    Mistake(
      "ChainsTheLast",
      caughtBy: "Work that is added while other work runs comes before all that waited already"),
    Mistake(
      "ForgetsWhatNobodyHolds",
      caughtBy: "Work is done although nobody holds the stack any more, and then nothing is kept"),
    Mistake(
      "SerialisesEverything",
      caughtBy: "Two that have waited run at the same time where the queue lets two"),
    Mistake("TakesBackTooLate", caughtBy: "Work that has begun cannot be taken back"),
    Mistake("TurnsTheQueueRound", caughtBy: "What others add to the queue begins in their order"),
  ])

private let exercise07 = Exercise(
  7, "SerialSuspend", "A serial runner whose suspend lets the running piece end", points: 10, after: [11],
  files: ["SerialSuspend.swift"],
  mistakes: [
    Mistake(
      "CountsSuspensions",
      caughtBy: "One resume ends any number of suspensions, and another one changes nothing"),
    Mistake(
      "HoldsTheLock", caughtBy: "Adding, suspending and resuming do not wait for the piece that runs"),
    Mistake(
      "LooksOnceOnly",
      caughtBy: "Suspended while a piece runs, that piece ends and no other begins before the resume"),
    Mistake(
      "LosesTheLastPiece", caughtBy: "Two threads that add and suspend lose no piece, in every order"),
    Mistake(
      "ResumesASecondOne", caughtBy: "A resume while a piece still runs begins no second one beside it"),
    Mistake("WaitsOnItsThread", caughtBy: "A runner that is suspended or has no work keeps no thread"),
  ])

private let exercise08 = Exercise(
  8, "Transitions", "States, their keys, and what may follow what", points: 5, after: [14],
  files: ["Transitions.swift"],
  mistakes: [
    Mistake(
      "AnnouncesTheNewKeyOnly",
      caughtBy: "A change names the key that is left and then the key that is entered"),
    Mistake(
      "ChangesAllTheSame", caughtBy: "A refused change names no key and leaves the status as it is"),
    Mistake(
      "FinishesWhilePaused",
      caughtBy: "From paused it goes to ready, and to the end only when cancelled"),
    Mistake(
      "MisspellsTheEnd",
      caughtBy: "A queue hears of the end by these keys, and begins what depends on it"),
    Mistake(
      "NeverEndsWhilePaused",
      caughtBy: "Whoever is cancelled can reach the end in one step, wherever it stands"),
    Mistake("ResumesWhatHasEnded", caughtBy: "What has ended stays at its end, cancelled or not"),
  ])
