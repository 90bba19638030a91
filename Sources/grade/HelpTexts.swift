import CourseKit

/// The program for instructors.
let tool = Tool("grade", help: help, topics: ["grading": helpOnGrading, "class": helpOnClass])

private let help = """
  swift run grade [options]
  swift run grade export DIR

    (nothing)              grades this checkout and prints its points
      --submission DIR     grades one student's folder, in a fresh copy of the
                           course
      --submissions DIR    grades each folder or archive in DIR, one per student
      --format FORMAT      text, json, csv, moodle, canvas, junit, gradescope,
                           classroom50 or markdown
      --output FILE        writes the grades to FILE instead of printing them
      --min POINTS         exit code 1 when a student has less
      --exercises 1-5      only these exercises
      --core               the core of each exercise alone
      --only STUDENT       only this student, by name or id; may be repeated
      --regrade            grades again, and reports what changed
      --roster CSV         names, ids and addresses; students without a submission
                           get 0 points
      --prefix TEXT        what the names of submissions begin with, as in
                           'week-5-'; with a roster it is found
      --due DATE           marks late submissions; as in 2026-12-24, or
                           '2026-12-24T18:00 Europe/Berlin'; UTC without a zone
      --dates CSV          students and when they handed in
      --late FILE          what lateness costs, and who has more time
      --overrides CSV      points and comments by hand
      --feedback DIR       a page for each student
      --statistics         by exercise: done, mastered, medians, what fails most
                           often; answers that are the same but for names and
                           layout
      --jplag DIR          writes the answers into DIR as JPlag reads them, with
                           the stubs as base code
      --shard 3/16         the third of 16 parts of the class, by the names alone
      --register DIR       where verdicts are kept
      --merge DIR          adds another register's verdicts; may be repeated
      --container IMAGE    grades in a container of podman or docker, without
                           network
      --without-sandbox    grades a class although no sandbox hides the machine's
                           files from its code
      --as-root            allows grading as root
    export DIR             the student edition, without answers
      --solutions TEXT     tells its learners where to find solutions
    doctor                 what is missing or unusual on this machine for grading
    completions SHELL      a script that completes all this in bash, zsh or fish
    help class             rosters, dates, grade books, parts of a class
    help grading           grading step by step; what protects a grade, and what
                           does not

  The exit code is 0 for success, 1 when something does not hold, 2 when a command
  cannot be carried out as written, 3 when the machine ended a build or a run that
  was being graded or could not take the output, 4 when a submission has no file
  that is recognised.

  """

let helpOnGrading = """
  Grading, step by step

    swift run grade --submissions DIR --format csv --output grades.csv

  DIR holds a folder or an archive for each student (.zip, .tar, .tar.gz,
  .tar.xz), or what Moodle, Canvas or Blackboard exports: all folders,
  archives and files of one student are one submission there. You can stop it
  with Ctrl-C and start it again: a submission that has a verdict is graded again
  only if the submission, the course, the sandbox or the toolchain has changed.

  Only the files that learners complete are taken. They are recognised by their
  path. Where only one exercise can be meant, the name is enough, in any case and
  with a suffix after it, and so is the number of the exercise. The report says
  which file was taken and which files were not. Tests, manifests, links and
  files longer than 256 KB are not taken. An exercise is 'not taken' if its file
  cannot be used: two copies differ, the archive needs a password, or the file is
  no text. On Linux each answer is compiled alone and linked with tests that were
  built once; if no earlier answer had the same declarations, the tests are
  compiled again for it. An answer that does not compile costs only its own
  points.

  Each exercise's tests run in their own processes, with a time limit, a clean
  environment, a folder that is removed afterwards, and limits for memory, files
  and output. A requirement counts as met if no expectation has failed and its
  process, after its last line, has written a secret word, another one for each
  process. The verdict comes from the events that the tests report; it must agree
  with how the process ended and with the tests that the sources contain. Core
  and depth earn points by the share of their tests that pass; the depth is
  tried once the core holds. A run that crashed or took too long, twice, earns
  nothing for its level, and one that was tampered with nothing for the
  exercise.

  Only a compiler's diagnostic means 'did not compile'. If the machine ended a
  build or a run, the exercise is 'not graded': it costs nothing, is not stored,
  and the exit code is 3. A compiler that crashes twice on the same file is the
  answer's fault. Where no file is recognised the report lists what was found,
  and the exit code is 4. Runs that do not complete may take two minutes of a
  submission; after that, the rest have a third of the time and are tried once
  instead of twice.

  What protects

  With bwrap, or with unshare and setpriv, a student's code sees the toolchain,
  the system's libraries, the test program and its own folder, and nothing else:
  no solutions, no other submissions, no results, no home, no sockets, no
  network, no processes but its own; it has no privileges and cannot get any.
  The report says whether that was so. Where only the network can be blocked, or
  nothing, a class is refused without --without-sandbox. The processes of the
  requirements cannot open the process that runs the tests, and can start no
  process.

  After an answer compiled, its object file is read: each function that it uses
  must be in a list of those that answers need (Swift, Foundation without
  processes, files and streams, Dispatch, the framework, arithmetic and locks of
  the C library), and it may define no symbol outside of its module. The compiler
  names each unsafe pointer; only those to a lock of the system are allowed. The
  tests that are compiled against it may use nothing of it that the stub does not
  have, except an override, and values of the stub's types are compared as in the
  stub. So it cannot put its own function in the place of one that the tests
  use, however it is spelled. Such an answer is 'refused', with the name, the line
  and the advice to write something else.

  The results are in a file without a name, which only the process that runs the
  tests has open. So an answer to exercise 13, which may write files, cannot
  change results.

  What remains possible

  - A pointer to a lock of the system (pthread_mutex_t) is allowed, and can reach
    the memory beside it.
  - A race is not noticed if the compiler does not report the access to the tests:
    by a key path, or inside a collection of Foundation such as NSMutableArray.
  - On macOS, where the package manager builds the tests, object files are not
    read. The report says so.
  - The compiler runs outside of the sandbox, with limits for time and memory: a
    fault in the compiler could be used. --container IMAGE prevents that.
  - Where neither bwrap nor unshare works, a student's code can read and write
    what you can and end your processes, and the size of its folder is checked
    only five times a second. Use --container or another user there.
  - Of system calls only those that start processes and programs are filtered. A
    container engine adds its own filter.
  - The number of processes is not limited; with --container it is.
  - The test program contains the tests, so their texts can be read.
  - A student can set the times of commits and files.

  As root nothing is graded without --as-root.

  Exercises/Grading has recipes: a container, Gradescope, Classroom 50, CI, Slurm
  and Kubernetes. Students can read a template and its history: begin theirs from
  what 'grade export' writes.

  """
