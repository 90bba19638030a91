extension Catalogue {
  /// The lessons, in the order in which to see them.
  ///
  /// A number is a name, and stays when a lesson is added in between.
  package static let lessons: [LessonEntry] = [
    LessonEntry(0, "FirstQueue", "What are an operation and a queue for?"),
    LessonEntry(1, "SingleShot", "What is an operation, and what does starting it by hand do?"),
    LessonEntry(2, "NonConcurrent", "When has a plain operation finished, and where do its errors go?"),
    LessonEntry(3, "CooperativeCancel", "Where must a task check isCancelled, and what must it clean up?"),
    LessonEntry(4, "Concurrent", "What must your own start() do?"),
    LessonEntry(5, "Notifications", "Who observes which key, and what if a key is forgotten or misspelt?"),
    LessonEntry(6, "InsideTheQueue", "Which way does an operation take through a queue?"),
    LessonEntry(7, "Order", "Which operation is next?"),
    LessonEntry(8, "DependencyChain", "How does a download finish, and how does the next one start?"),
    LessonEntry(9, "LastInFirstOut", "How can the newest run first?"),
    LessonEntry(10, "Suspend", "What does a suspended queue still start, and what does it retain?"),
    LessonEntry(11, "SerialSuspend", "What happens to the running operation when its queue is suspended?"),
    LessonEntry(24, "QueueSettings", "Which settings does a queue have, and what does each change?"),
    LessonEntry(12, "CancelChecks", "How late does a cancelled loop stop?"),
    LessonEntry(13, "CancelInTheQueue", "When does a cancelled operation finish, and what waits for it?"),
    LessonEntry(14, "StateMachine", "Why does a cancelled download hang, and which transition is missing?"),
    LessonEntry(15, "NetworkThread", "How can one thread serve many operations?"),
    LessonEntry(16, "MyOperation", "What does the whole class of the documents do, and where does it break?"),
    LessonEntry(
      17, "CompletionBlock", "When does a completion block run, where, and what does it retain?"),
    LessonEntry(18, "PauseResume", "What do pause and resume do as written, and once repaired?"),
    LessonEntry(19, "Archive", "Which operations can be restored from a file?"),
    LessonEntry(20, "RacesExplored", "Which schedules break a class?"),
    LessonEntry(23, "ShippedBugs", "Which bugs did a shipped queue have, and which rule prevents each?"),
    LessonEntry(21, "AsyncAwait", "How do operations and tasks wait for each other?"),
    LessonEntry(22, "Advanced", "How does a photo upload wait, take turns, retry and give up?"),
    LessonEntry(25, "StandsStill", "Why does my queue stand still?"),
    LessonEntry(26, "WhichTool", "Which tool, and how do I move between tools?"),
  ]
}
