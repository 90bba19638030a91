// The second half of the exercises; the list of all is in Catalogue+Exercises.

let exercise09 = Exercise(
  9, "NetworkThread", "A mailbox with one thread that loses no message", points: 10, after: [15],
  files: ["NetworkThread.swift"],
  mistakes: [
    Mistake(
      "CallsUnderTheLock", caughtBy: "Nobody waits for a message that is being done in order to post"),
    Mistake(
      "ForgetsTheMail",
      caughtBy: "After a stop nothing is accepted, and what was accepted before is done"),
    Mistake("LosesTheWakeUp", caughtBy: "A message is found, whenever the thread falls asleep"),
    Mistake(
      "StopsWithoutABell",
      caughtBy: "What is accepted is done, and what is refused is not, whenever the stop comes"),
    Mistake("TurnsRound", caughtBy: "A thread without mail sleeps"),
    Mistake("WaitsForItself", caughtBy: "On the thread itself postAndWait does its message at once"),
    Mistake(
      "WakesTheWrongOne", caughtBy: "postAndWait returns when its message is done, also where two wait"),
  ])

let exercise10 = Exercise(
  10, "ThreadSafeState", "Check and change as one, and a caller that is told", points: 10, after: [16],
  files: ["ThreadSafeState.swift"],
  mistakes: [
    Mistake(
      "AlwaysSaysYes",
      caughtBy: "A change that the rule refuses is answered with false, and nobody hears of it"),
    Mistake(
      "AnnouncesUnderTheLock",
      caughtBy: "The listener may wait for another thread that changes the status"),
    Mistake("ChangesThenChecks", caughtBy: "Nobody ever sees a status that was refused"),
    Mistake("ChecksOutsideTheLock", caughtBy: "What was judged while executing is not done while paused"),
    Mistake("GivesUpWhenBusy", caughtBy: "No change is refused because another one is under way"),
    Mistake(
      "TellsAnOldStatus",
      caughtBy: "Random changes by three threads make one history that the rule allows"),
  ])

let exercise11 = Exercise(
  11, "ExactlyOnce", "A completion that comes exactly once", points: 10, after: [17],
  files: ["ExactlyOnce.swift"],
  mistakes: [
    Mistake("AnswersBeforeTheEnd", caughtBy: "Whoever hears the answer finds the fetch finished"),
    Mistake("AnswersTwice", caughtBy: "A second callback changes nothing"),
    Mistake("ChecksOutsideTheLock", caughtBy: "Of two callbacks and a cancel at once, one is answered"),
    Mistake(
      "FinishesBeforeItsStart",
      caughtBy: "A fetch that is cancelled before its start transfers nothing and answers when it is started"),
    Mistake("HoldsItselfWeakly", caughtBy: "A fetch that nobody holds any more still answers"),
    Mistake("KeepsTheCompletion", caughtBy: "Nothing is kept once the answer was given"),
    Mistake("KeepsTheWayToStop", caughtBy: "Nothing is kept once the answer was given"),
    Mistake(
      "LooksForACancelOnce",
      caughtBy: "A cancel while the fetch starts is answered, and leaves no transfer running"),
    Mistake(
      "SaysNothingWhenCancelled",
      caughtBy: "A fetch that is cancelled while it runs stops its transfer and answers"),
    Mistake(
      "StopsBeforeItAnswers",
      caughtBy: "A fetch that is cancelled while it runs stops its transfer and answers"),
    Mistake(
      "WaitsForTheReceiver", caughtBy: "Whoever calls back or cancels does not wait for the receiver"),
  ])

let exercise12 = Exercise(
  12, "PauseResume", "Pause and resume, done right", points: 15, after: [18, 20],
  files: ["PauseResume.swift"],
  mistakes: [
    Mistake(
      "AsksBeforeItStarts", caughtBy: "Cancelled while it is started or resumed, it comes to its end"),
    Mistake("AsksTooEarlyForACancel", caughtBy: "Paused and cancelled at once, it comes to its end"),
    Mistake(
      "BeginsWhilePaused",
      caughtBy: "Paused before its thread comes, it does not begin its work until it is resumed"),
    Mistake("ChecksOutsideTheLock", caughtBy: "Of two that resume it at once, one begins its work"),
    Mistake("CountsEveryCallback", caughtBy: "The end of work that was paused away ends nothing"),
    Mistake(
      "CountsEveryMessage",
      caughtBy: "Paused and resumed before its thread comes, it begins its work once"),
    Mistake("EndsWhatWasPaused", caughtBy: "Paused while its work ends, it has ended or is paused"),
    Mistake(
      "ForgetsThatItWasStarted",
      caughtBy: "Paused and resumed while its queue starts it, it ends, and begins no work afterwards"),
    Mistake("HoldsTheLockWhileItWorks", caughtBy: "While its work begins, it can be paused and cancelled"),
    Mistake(
      "StartsAlthoughPaused",
      caughtBy: "Paused before its thread comes, it does not begin its work until it is resumed"),
    Mistake("StartsBehindItsQueue", caughtBy: "Resumed before it was started, it waits for its queue"),
    Mistake("StaysPausedWhenCancelled", caughtBy: "A paused download that is cancelled comes to its end"),
  ])

let exercise13 = Exercise(
  13, "Archive", "Unfinished work, saved and brought back", points: 15, after: [19],
  files: ["Archive.swift"],
  mistakes: [
    Mistake(
      "AddsThemAgain", caughtBy: "After a file that could not be written, a letter can still be cancelled"),
    Mistake("DoesNotWait", caughtBy: "Closing returns when nothing is being sent any more"),
    Mistake("ForgetsWhenItCannotWrite", caughtBy: "When the file cannot be written the desk sends on"),
    Mistake(
      "IsKeptByItsLetters", caughtBy: "A desk that is released takes no letter with it, and is kept by none"),
    Mistake("KeepsTheFile", caughtBy: "A file is restored once, also by two at the same time"),
    Mistake("KnowsALetterByItsText", caughtBy: "Letters that are equal are several letters"),
    Mistake(
      "LooksAtTheState",
      caughtBy: "When its owner resumes the queue meanwhile, each letter is sent exactly once"),
    Mistake("LosesThePriority", caughtBy: "Texts and priorities come back as they were"),
    Mistake("RemovesTheFileIfItCan", caughtBy: "A file is restored once, also by two at the same time"),
    Mistake("SavesTheCancelled", caughtBy: "What was cancelled is neither saved nor sent"),
    Mistake("SavesWhatIsBeingSent", caughtBy: "What is being sent is sent to its end, and not saved"),
    Mistake("SendsWhatItHasSaved", caughtBy: "What is left is saved, and sent by the desk that restores it"),
    Mistake(
      "SuspendsTheQueue", caughtBy: "The queue stays as its owner has set it, and so does what else is in it"),
    Mistake(
      "TakesTheLettersOfOthers",
      caughtBy: "The queue stays as its owner has set it, and so does what else is in it"),
    Mistake("WaitsForItsCaller", caughtBy: "A desk can be closed from inside of a sending"),
    Mistake("WritesInPlace", caughtBy: "A file that cannot be written to its end is not there"),
  ])

let exercise14 = Exercise(
  14, "AsyncBridge", "await an operation's value", points: 15, after: [21],
  files: ["AsyncBridge.swift"],
  mistakes: [
    Mistake("AsksTheTaskOnlyOnce", caughtBy: "A task that is cancelled cancels the operation that it awaits"),
    Mistake("BlocksItsThread", caughtBy: "While a task waits it blocks no thread"),
    Mistake("ForgetsTheOutcome", caughtBy: "Who awaits hears the value or the error, early or late"),
    Mistake(
      "LeavesTheOperationAlone", caughtBy: "A task that is cancelled cancels the operation that it awaits"),
    Mistake("RemembersOneWaiter", caughtBy: "All who ask hear the same"),
    Mistake("ResumesUnderTheLock", caughtBy: "Who waits is told under no lock"),
    Mistake(
      "TheLastDecides",
      caughtBy: "Whatever comes first decides, in every order of begin, end, cancel and await"),
    Mistake(
      "WaitsForTheStart",
      caughtBy: "Who awaits hears of a cancel at once, whether or not the operation is ever started"),
    Mistake("WaitsOnAnotherThread", caughtBy: "While a task waits it blocks no thread"),
  ])

let exercise15 = Exercise(
  15, "Retry", "Trying again, later each time", points: 10, after: [22],
  files: ["Retry.swift"],
  mistakes: [
    Mistake("CountsFromTheBeginning", caughtBy: "A delay begins when the try has failed"),
    Mistake(
      "ForgetsTheRunningAttempt",
      caughtBy: "Cancelled while it tries, it passes the cancel on and tries no more"),
    Mistake("LooksTooEarly", caughtBy: "A cancel at any moment reaches the try that runs"),
    Mistake(
      "ResultAfterACancel",
      caughtBy: "Cancelled while it tries, it passes the cancel on and tries no more"),
    Mistake("RingsWithoutTheLock", caughtBy: "A cancel at any moment wakes it"),
    Mistake(
      "SleepsOnTheWallClock", caughtBy: "After each failure it waits for the next delay and tries again"),
    Mistake("SleepsThroughACancel", caughtBy: "Cancelled while it waits, it ends at once and tries no more"),
    Mistake("StartsTheSameAttemptAgain", caughtBy: "Each try is an operation of its own"),
    Mistake("TriesOnceTooOften", caughtBy: "When no delay is left it gives up with the last failure"),
    Mistake("WaitsAlikeEachTime", caughtBy: "After each failure it waits for the next delay and tries again"),
    Mistake("WaitsOnlyOnce", caughtBy: "Woken without a cancel it goes on waiting"),
  ])
