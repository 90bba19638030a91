/// A word or sentence of the interface; the texts of the course are not among them.
enum Word: String, CaseIterable {
  case book = "Operations from Scratch", build = "Build", contents = "Contents", search = "Search"
  case theme = "Light or dark", progress = "Your progress", skip = "To the text", previous = "Before"
  case next = "Next", done = "Done", mastered = "Mastered", points = "Points", core, depth
  case printAll = "The whole book, to print", stages = "The framework in six stages", lessons = "Lessons"
  case exercises = "Exercises", levels = "You are the scheduler", reference = "Look something up"
  case tools = "Tools", hint = "Hint", solution = "The solution", explanation = "The explanation"
  case mistakes = "Common wrong answers", caughtBy = "Caught by:"
  case difference = "What changed since the previous stage", source = "Source", whole = "The whole source"
  case instructor = "For the instructor", minutes, searchFor = "Search for", nothingFound = "Nothing found."
  case found = "{n} pages", needsScript = "Playing needs scripts. Everything else can be read without them."
  case choose = "Which thread runs next?", stepBack = "Step back", again = "Start again"
  case cannotFail = "It cannot fail", threads = "Threads", values = "Values", log = "What has happened"
  case fails = "It fails. You have won in {n} moves."
  case holds = "All threads have ended, and nothing went wrong. You have tried {n} of {m} orders."
  case shortest = "The shortest way takes {n}.", triedAll = "You have tried all {m} orders."
  case tried = "{n} of {m} orders tried", wrongClaim = "It can fail: {n} moves are enough."
  case rightClaim = "Right. It holds in all {m} orders: the Explorer has tried them.", moves = "{n} moves"
  case nextLevel = "The next level", step = "Step", toTheEnd = "To the end", back = "Back"
  case whichRow = "Which row breaks it? Choose it in the table, or go through it step by step."
  case thatRow = "Yes, this is one of the two rows whose order makes the difference."
  case notThatRow = "Moving this row would not prevent the failure.", answer = "The answer", row
  case doneLevels = "{n} of {m} levels won", export = "Export", importing = "Import"
  case imported = "{n} lines imported."
  case exportNote = """
    Your progress is kept by this browser. Export writes it as the terminal's progress.txt, which \
    belongs in the folder .course; Import reads such a file.
    """
  case timetable = "Timetable", session = "Day", record = "What the run shows", zoomIn = "Larger"
  case zoomOut = "Smaller", right = "Right.", wrong = "No.", replay, notShown = "Not shown"
  case thread = "Thread", message = "a message", pieces = "pieces of work"
  case more = "{n} more, which are not drawn", timeline = "Timeline", operations = "Operations"
  case queues = "Queues", waiting = "waits", ready, running, inProgress = "in progress, on no thread"
  case paused, silent = "executed, and has not announced its end", cancelled = "cancelled at"
  case resumed = "resumed at", suspended, finished = "finished at", notFinished = "not finished"
  case leftOut = "nothing happens, left out"
  case notSelected = "Select an operation to mark those that it waited for."
  case lead = """
    Operation and OperationQueue, built from nothing: {n} programs to run, {m} files to complete, and a \
    tool that tries every order of your threads.
    """
  case loseMoney = "Begin by losing money: you are the scheduler, and press the thread that runs next."
  case threeWays = "Three ways through", testYourOwn = "Test your own classes in every order"
  case exercise = "Exercise", explainedIn = "Explained in"
  case ladder = """
    Here the threads wait for you: you select the one that runs next. Some of the programs are wrong, \
    and you win by reaching the failure. Others are right: say so. All that you see was recorded from \
    the real Swift program, which the Explorer has run in every order.
    """
  case planned = """
    {n} minutes: lessons and Build stops as their texts state them, exercises with {m} minutes for each \
    point.
    """
}

/// The words of the book, by their names.
let words = Words()

/// Gives the words of the book to pages and scripts.
struct Words: Sendable {
  subscript(_ word: Word) -> String { word.rawValue }

  /// The words as a script.
  var script: String {
    let entries = Word.allCases.map { "\"\($0)\":\(JSON.text($0.rawValue))" }
    return "window.bookWords = {\(entries.joined(separator: ",\n"))};\n"
  }
}
