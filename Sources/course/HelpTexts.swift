let help = """
  swift run course [command]

  To learn:
    (nothing)              where you are, and how to go on
    list                   all lessons and exercises: done, current, open
    lesson [N] [flags]     runs a lesson
    check [N]              builds an exercise and runs its tests
    watch [N]              does so whenever you save; keys for all the rest
    hint [N]               the next of three hints
    solution [N]           an answer beside yours, when yours has passed
      --give-up            or before
      --mistakes           the usual wrong answers, as differences to it
    reset N                the stub as it was; keeps what you had
      --yes                without asking
    next                   goes on

  To teach:
    grade                  points for this checkout
      --submission DIR     for a student's folder, in a pristine copy
      --submissions DIR    for every folder or archive in DIR, a student each
      --format FORMAT      text, json, csv, junit, gradescope, classroom50 or
                           markdown
      --output FILE        instead of printing it
      --min POINTS         exit code 1 when somebody has less
      --fresh              begins anew instead of going on where it was stopped
    export DIR             the student edition, without answers
      --solutions TEXT     what it says about where they are to be had
    mistakes [N]           writes the wrong answers out, as EXERCISES=mistakes-1
                           compiles them
      --keep NAME FILE     keeps FILE as one: its difference to the solution
    verify [N]             the author's proof: stubs fail, solutions pass, every
                           mistake is caught, cheats get nothing
      --texts              only what is read
      --cheats             only the cheats
      --mutants [N]        whether the tests notice small changes to the answers
      --mutants framework  or to the framework
        --sample COUNT     so many, drawn with --seed SEED; else all
        --jobs COUNT       so many runs side by side
        --min SHARE        exit code 1 when fewer are noticed, in percent; else 98
      --fix                renews snippets in texts, the copies of the stubs, and
                           mistakes whose solution has moved on

    help grading           how to grade with Gradescope, Classroom 50 or any CI;
                           what protects and what does not

  N is the number of a lesson or an exercise; without it the current one is
  meant. The exit code is 0, 1 when something does not hold, 2 when a command
  cannot be understood, 3 when the machine ended a build or a run that was to be
  graded, 4 when a submission has no file that is recognised.

  """

let helpOnGrading = """
  Grading, step by step

  Only the files that learners complete are taken from a submission: no tests,
  no manifest, no links, nothing longer than 256 KB. They are built in a copy
  of the course; one that does not compile is built by itself, so that it
  costs only its own points. The tests of each run in a process group of their
  own with a deadline, a clean environment and limits for memory, files and
  output. The verdict comes from the event stream of the tests, compared with
  how the process ended and with the tests in the sources; what was printed
  does not count. A part of the tests earns a part of the points. A run that
  crashed, was ended or was tampered with earns none.

    swift run course grade --submissions DIR --format csv --output grades.csv

  DIR holds a folder or an archive for every student. Stop it with Ctrl-C and
  start it again: who is finished is not graded again, unless something was
  changed.

  What protects, and what does not

  Where bwrap or unshare work, a student's code has no network, no processes
  but its own, and no folder to write in but one for its run. The report says
  whether they did. Without them it can read and write what you can. The
  compiler runs outside of it, with a deadline and a limit for memory. Limits
  on the number of processes do not bind root, so there are none; what leaves
  its group is found by a mark in its environment and ended, unless it has
  wiped that too. Code of the same user can write into the stream of the
  tests: a verdict that stands there twice, or a stream that disagrees with
  the process, is noticed; more than that only another user or a container can
  promise. Answers that reach into the machinery of the tests, or that define
  operators for types of others, are not compiled; a function that takes the
  place of one that a test calls is not noticed.

  Gradescope: in run_autograder, with the course in /autograder/course,

    cd /autograder/course && swift run course grade --format gradescope \\
      --submission /autograder/submission \\
      --output /autograder/results/results.json

  Classroom 50: from autograder.py, with the course beside the student's
  checkout and a container such as swift:6.3,

    swift run course grade --submission CHECKOUT --format classroom50 \\
      --output result.json

  GitHub Actions: students can print commands to the runner, so put grading
  between ::stop-commands::TOKEN and ::TOKEN:: with a random token, and show
  the table with

    swift run course grade --submission CHECKOUT --format markdown

  Students can read a template and its history: begin theirs from what
  'course export' writes.

  """
