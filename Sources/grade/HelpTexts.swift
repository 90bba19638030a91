import CourseKit

/// The program for instructors.
let tool = Tool("grade", help: help, topics: ["grading": helpOnGrading])

private let help = """
  swift run grade [options]
  swift run grade export DIR

    (nothing)              points for this checkout
      --submission DIR     for a student's folder, in a pristine copy
      --submissions DIR    for each folder or archive in DIR, one per student
      --format FORMAT      text, json, csv, junit, gradescope, classroom50 or
                           markdown
      --output FILE        instead of printing it
      --min POINTS         exit code 1 when a student has less
      --exercises 1-5      only these
      --core               the core of each exercise alone
      --only STUDENT       only this student; may be repeated
      --regrade            grades again, and reports what changed
      --fresh              begins again instead of continuing
      --roster CSV         students without a submission get 0 points
      --due DATE           marks late submissions; --late FILE sets what
                           lateness costs, and who has more time
      --overrides CSV      points and comments by hand
      --feedback DIR       a page for each student
      --statistics         by exercise: done, mastered, medians, what fails most
                           often; answers that are the same but for names and
                           layout
      --statistics-page F  the same as a page for a browser
      --jplag DIR          the answers as JPlag reads them, with the stubs as base
      --shard 3/16         a part of the class, by the students' names alone
      --register DIR       where verdicts are kept
      --merge DIR          adds another register's verdicts; may be repeated
      --container IMAGE    in a container of podman or docker, without network
      --as-root            allows grading as root
    export DIR             the student edition, without answers
      --solutions TEXT     tells its learners where to find solutions
    doctor                 what is missing or unusual on this machine for grading
    completions SHELL      a script that completes all this in bash, zsh or fish
    help grading           how to grade with Gradescope, Classroom 50 or any CI;
                           what protects and what does not

  The exit code is 0 for success, 1 when something does not hold, 2 when a command
  cannot be carried out as written, 3 when the machine ended a build or a run that
  was being graded or could not take the output, 4 when a submission has no file
  that is recognised.

  """

let helpOnGrading = """
  Grading, step by step

    swift run grade --submissions DIR --format csv --output grades.csv

  DIR holds a folder or an archive for each student (.zip, .tar, .tar.gz,
  .tar.xz), or the flat folder that a learning platform exports. You can stop it
  with Ctrl-C and start it again: a submission that has a verdict is graded again
  only if the submission, the course, the sandbox or the toolchain has changed.

  Only the files that learners complete are taken. They are recognised by their
  path or, where only one exercise can be meant, by their name without case, their
  folder or their number; the report says which file was taken. Tests, manifests,
  links and files longer than 256 KB are not. On Linux each answer is compiled
  alone and linked with tests that were built once; the tests are compiled again
  for an answer that declares something else. An answer that does not compile
  costs only its own points.

  Each exercise's tests run in processes of their own with a time limit, a clean
  environment, a folder of their own that is removed afterwards, and limits for
  memory, files and output. A requirement counts as met when its process reports,
  with a secret word made up for the run, that it reached its last line, that no
  expectation failed, and how many were evaluated: no fewer than the sources of
  the tests have. The verdict comes from the event stream of the tests, compared
  with how the process ended and with those sources. Core and depth earn points by
  the share of their tests that pass; the depth is tried once the core holds. A
  run that crashed or took too long, twice, earns nothing for its level, and one
  that was tampered with nothing for the exercise.

  Only a compiler's diagnostic means 'did not compile'. What the machine ended is
  'not graded': it costs nothing, is not stored, and the exit code is 3. Where no
  file is recognised the report lists what was found, and the exit code is 4.

  A late policy (--late) has lines such as '24h 10%', 'later 100%' and
  'extension STUDENT 2026-12-24'. Points by hand (--overrides) are lines
  'student,exercise,points,comment'. Both are applied when grades are shown, so
  they survive when a class is graded again. The date is that of the commit, or
  of the newest file; a student can set both.

  What protects

  With bwrap, or with unshare and setpriv, a student's code sees the toolchain,
  the system's libraries, the test program and its own folder, and nothing else:
  no solutions, no other submissions, no results, no home, no sockets, no network,
  no processes but its own; it has no privileges and cannot get any. The report
  says whether that was so. The processes of the requirements cannot open the
  process that runs the tests. Answers that reach into the tests, that declare a
  name or an operator that the tests use, or that make values of the stub's types
  equal, are not compiled.

  What remains possible

  - Code that finds the word in the memory of its own process, or calls the code
    of the tests by address, can report that a requirement holds.
  - An expectation in a loop counts as evaluated after one turn. Expectations
    under a condition are not demanded, but count like the others, and those of a
    scene that the Explorer plays are not counted one by one.
  - The compiler runs outside of the sandbox, with limits for time and memory: a
    fault in the compiler could be used. --container IMAGE prevents that.
  - Where neither bwrap nor unshare works, a student's code can read and write
    what you can and end your processes, and the size of its folder is checked
    only five times a second. Use --container or another user there.
  - There is no seccomp filter: all system calls that need no privileges can be
    made. A container engine adds a filter of its own.
  - The number of processes is not limited; with --container it is.
  - The test program contains the tests, so their texts can be read.
  - A student can set the times of commits and files.

  As root nothing is graded without --as-root.

  Exercises/Grading has recipes: a container, Gradescope, Classroom 50, CI, Slurm
  and Kubernetes. Students can read a template and its history: begin theirs from
  what 'grade export' writes.

  """
