extension Words {
  static let english: [Word: String] = [
    .book: "Operations from Scratch", .build: "Build", .contents: "Contents", .search: "Search",
    .theme: "Light or dark",
    .progress: "Your progress", .skip: "To the text", .previous: "Before", .next: "Next", .done: "Done",
    .mastered: "Mastered", .points: "Points", .core: "core", .depth: "depth",
    .untranslated: "This page has not been translated yet.", .printAll: "The whole book, to print",
    .stages: "The framework in six stages", .lessons: "Lessons", .exercises: "Exercises",
    .levels: "You are the scheduler", .reference: "Look something up", .tools: "Tools", .start: "Start",
    .hint: "Hint", .solution: "The solution", .explanation: "The explanation",
    .mistakes: "Common wrong answers", .caughtBy: "Caught by:",
    .difference: "What changed since the previous stage", .source: "Source", .whole: "The whole source",
    .instructor: "For the instructor", .minutes: "minutes",
    .searchFor: "Search for", .nothingFound: "Nothing found.", .found: "{n} pages",
    .needsScript: "Playing needs scripts. Everything else can be read without them.",
    .choose: "Which thread runs next?", .stepBack: "Step back", .again: "Start again",
    .cannotFail: "It cannot fail", .threads: "Threads",
    .values: "Values", .log: "What has happened", .waits: "waits",
    .fails: "It fails. You have won in {n} moves.",
    .holds: "All threads have ended, and nothing went wrong. You have tried {n} of {m} orders.",
    .shortest: "The shortest way takes {n}.", .triedAll: "You have tried all {m} orders.",
    .tried: "{n} of {m} orders tried", .wrongClaim: "It can fail: {n} moves are enough.",
    .rightClaim: "Right. It holds in all {m} orders: the Explorer has tried them.", .moves: "{n} moves",
    .nextLevel: "The next level",
    .step: "Step", .toTheEnd: "To the end", .back: "Back",
    .whichRow: "Which row breaks it? Choose it in the table, or go through it step by step.",
    .thatRow: "Yes, this is one of the two rows whose order makes the difference.",
    .notThatRow: "Moving this row would not prevent the failure.", .answer: "The answer", .row: "row",
    .doneLevels: "{n} of {m} levels won",
    .export: "Export", .importing: "Import", .imported: "{n} lines imported.",
    .exportNote:
      "Your progress is kept by this browser. Export writes it as the terminal's progress.txt, which "
      + "belongs in "
      + "the folder .course; Import reads such a file.",
    .timetable: "Timetable", .session: "Day", .record: "What the run shows",
    .zoomIn: "Larger", .zoomOut: "Smaller", .right: "Right.", .wrong: "No.",
    .replay: "replay", .notShown: "Not shown", .thread: "Thread", .message: "a message",
    .pieces: "pieces of work", .more: "{n} more, which are not drawn",
    .timeline: "Timeline", .seconds: "Seconds", .operations: "Operations", .queues: "Queues",
    .waiting: "waits", .ready: "ready", .running: "running", .inProgress: "in progress, on no thread",
    .paused: "paused", .silent: "executed, and has not announced its end",
    .cancelled: "cancelled at", .resumed: "resumed at", .suspended: "suspended",
    .finished: "finished at", .notFinished: "not finished", .leftOut: "nothing happens, left out",
    .notSelected: "Select an operation to mark those that it waited for.",
    .lead:
      "Operation and OperationQueue, built from nothing: {n} programs to run, {m} files to complete, and a "
      + "tool that "
      + "tries every order of your threads.",
    .loseMoney:
      "Begin by losing money: you are the scheduler, and press the thread that runs next.",
    .threeWays: "Three ways through", .testYourOwn: "Test your own classes in every order",
    .exercise: "Exercise", .explainedIn: "Explained in",
    .ladder:
      "Here the threads wait for you: you select the one that runs next. Some of the programs are wrong, "
      + "and you win "
      + "by reaching the failure. Others are right: say so. All that you see was recorded from the real "
      + "Swift "
      + "program, which the Explorer has run in every order.",
    .planned:
      "{n} minutes: lessons and Build stops as their texts state them, exercises with {m} minutes for each point.",
  ]
}
