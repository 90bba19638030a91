import CourseKit

/// The program for authors.
let tool = Tool("prove", help: help)

private let help = """
  swift run prove [N ...] [options]

    (nothing) [N] ...      stubs fail, solutions pass, every known mistake is
                           caught; without numbers also: lessons hold what they
                           claim, cheats get nothing, the student edition builds
      --share 3/10         only the third of ten parts of all known mistakes,
                           beside all stubs, solutions and alternatives
      --texts              only what is read
      --fix                renews snippets in texts, the copies of the stubs, and
                           mistakes whose solution has moved on
      --cheats             only the cheats, under every sandbox of the machine
                           and without any, not only under the strongest
      --claims             whether a change of a lesson breaks each of its
                           claims; numbers are those of lessons
        --times COUNT      runs with each change; 10 by default

  The exit code is 0 when everything holds, 1 when something does not, 2 when a
  command cannot be carried out as written, 3 when the machine is the cause.

  """
