import CourseKit

/// The program for learners.
let tool = Tool("course", help: help(forTeaching: Course.current()?.isForTeaching ?? true))

/// The help; the student edition has no answers of which the book could have an edition.
func help(forTeaching: Bool) -> String {
  let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
  let ofEdition = lines.indices.filter { lines[$0].contains(" --edition ") }.flatMap { [$0, $0 + 1] }
  return lines.indices.filter { forTeaching || !ofEdition.contains($0) }.map { String(lines[$0]) }
    .joined(separator: "\n")
}

private let help = """
  You learn how operations and their queues work by watching them (lessons, which
  are programs), by building them (Build stops, at which a small framework grows)
  and by writing your own (exercises, whose tests fail until you have completed a
  file). This command keeps your place, checks your files and gives hints. Nothing
  leaves this folder.

  swift run course [command]

    (nothing)              where you are, and the next command
    list                   all steps: done, mastered, open; and
                           the ways through, for an hour, a day or three
    lesson [N] [flags]     runs a lesson
    check [N]              builds an exercise and runs its tests: the core, and
                           the depth once the core holds
      --all                shows and tries every requirement
    check all              every exercise that you have begun, with its points
    watch [N]              checks whenever you save; keys for other commands
    hint [N]               shows the next of three hints
    open [N]               opens its files in your editor ($VISUAL, $EDITOR, VS
                           Code); 'open lesson N' a lesson's
    solution [N]           a solution beside your answer, when yours is done
      --give-up            even before that
    mistakes [N]           common wrong answers, as differences to the solution,
                           when yours is done
      --give-up            even before that
    reset N                restores the stub; keeps a copy of your file
      --yes                without asking
    next                   moves to the next lesson, Build stop or exercise
    review                 asks the questions again that you answered wrong
    book DIR               the whole course as a site that opens from a folder,
                           with schedules to step through and to play
      --edition instructor with solutions, wrong answers and notes for teaching,
                           none of which the students' edition has
    doctor                 what is missing or unusual on this machine
    help COMMAND           the lines on one command; so does COMMAND --help

  'swift run -q' leaves out the lines on building. Or install the command:
      swift build -c release --product course
      ln -s "$PWD/.build/release/course" ~/.local/bin/    then: course check 5

  N is the number of a lesson or an exercise; without it, the command takes the
  current one. The exit code is 0 for success, 1 when something does not hold,
  2 when a command cannot be carried out as written, 3 when the machine could not
  take the output. A check succeeds when the core holds, whatever the depth.

  """
