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
      --pardon STUDENT     grades also what is refused; 'all' for the class
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
                           often
      --jplag DIR          writes the answers into DIR as JPlag reads them, with
                           the stubs as base code: it finds those that are alike
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

  Each requirement runs in a process of its own. The verdict comes from the
  process that started it. Core and depth earn points by the share of their tests
  that pass; the depth is tried once the core holds. A run that crashed or took
  too long, twice, earns nothing for its level, and one that was tampered with
  nothing for the exercise.

  If a build ends without a verdict, it is tried again, and then the untouched
  exercise is built. If that works, the answer is the reason and 'did not
  compile'. Otherwise the machine is: the exercise is 'not graded', costs nothing,
  is not stored, and the exit code is 3. Where no file is recognised the report
  lists what was found, and the exit code is 4. Exercises without a full core may
  take two minutes of a submission; after that, the rest have a third of the time
  and are tried once; after four minutes the rest are 'timed out'.

  An answer that uses what no answer needs is 'refused', with the line and the
  name; 'course check' has told its student so. If you have read it and find it
  honest, '--pardon STUDENT' grades it anyway, and '--pardon all' the whole
  class; the report still says why. 'look at this' in a report is no refusal:
  the line uses something that is not explored, so a race in it earns the points
  of the depth. For a class, the same lines follow the grades in one list.

  \(helpOnSecurity)
  Exercises/Grading has recipes: a container, Gradescope, Classroom 50, CI, Slurm
  and Kubernetes. Students can read a template and its history: begin theirs from
  what 'grade export' writes.

  """

/// The same text as in SECURITY.md.
let helpOnSecurity = """
  What protects a grade

  - An answer cannot write a verdict. Each requirement runs in a process that
    tells nothing but whether it reached its last line, by a random word that
    was made for this process alone and came through a pipe that only it reads.
    The process that started it compares the word, and no code of the answer
    runs there: before it is compiled, an answer may have only attributes of a
    list, and its object file may have no section that runs code before 'main'.
    That process writes the verdicts into a file without a name that no other
    process can open.
  - What an answer uses is read from its object file, and must be in a list:
    Swift, Foundation without processes, streams and files (but for exercise
    13), Dispatch, the framework, arithmetic and the locks of the C library.
    Unsafe functions and pointers are refused, but for pointers to a lock of the
    system. Nothing of an answer may take the place of what the tests use or
    compare.
  - With bwrap or unshare, an answer sees the toolchain, the system's libraries,
    the test program and its folder: no solutions, no other submissions, no
    results, no home, no network, no processes but its own. It can write only
    into its folder, which is emptied after each requirement, and has no
    privileges. A report says whether that was so; without it a class is
    refused, unless you give --without-sandbox.
  - A submission takes ten minutes at most, thirty on a busy machine, with a
    lower priority than other programs, 6 GB for each process, 400 threads for
    each requirement and, unless root grades, 1024 processes and threads. If the
    grader is killed, the sandbox ends with it.

  What does not

  - Answer and test share the process of a requirement. A pointer to a lock of
    the system (pthread_mutex_t) is allowed and can reach the memory beside it,
    where the word is. So can a fault in Swift's run time.
  - A race is not seen in what is not explored; such lines are shown as 'look at
    this'. A field of a pthread_mutex_t is not noticed at all.
  - Requirements that run at the same time could find each other's folders in
    exercise 13.
  - The compiler runs outside of the sandbox, with limits for time and memory: a
    fault in it could be used.
  - Without bwrap and unshare, an answer to exercise 13 can read and write what
    you can. On macOS, object files are not read either; the report says so.
  - The test program contains the texts of the tests.
  - A student can set the times of commits and files.

  How to add a container

  'swift run grade --submissions DIR --container IMAGE' runs the whole command,
  with the compiler, in podman or docker: without network and privileges, with a
  read-only root, 8 GB and 2048 processes; of this machine it sees the
  submissions, the register and the files that options name. The image is built
  from Exercises/Grading/Containerfile. As root nothing is graded without
  --as-root: use another user, or a container that holds nothing else.

  """
