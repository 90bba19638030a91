let helpOnClass = """
  A class: who, when, and where the grades go

  The roster (--roster) is a table with commas, semicolons or tabs, as Moodle,
  Canvas or GitHub Classroom exports it: columns for ids, user names, names and
  addresses, in any order. A submission belongs to a student if its name, or the
  number that a platform added to it, is one of these cells: a name in either
  order, the first part of an address; case, accents and punctuation make no
  difference. GitHub Classroom puts the assignment before the user's name; the
  program finds that beginning or reads it from --prefix. An id that two students
  have is an error, and so are two submissions of one student. In a part of a
  class (--shard, --only) students of other parts have no row.

  A submission's date is printed with its source: the commit, or the newest file
  on disk or in its archive, or the name that Blackboard gave it; the date of a
  folder never counts. Moodle and Canvas date what they export by the download. So
  if the files of three submissions or more, and of no others, are of the same two
  minutes, these have no date and are not late. Give their dates then (--dates), a
  table with a student and a date in each row, or the grading worksheet of Moodle.
  Corrected dates count in the next run. The mark LATE of Canvas is reported.
  Archives often have times without a zone: they are read in that of --due, or of
  this machine.

  A late policy (--late) has lines such as '24h 10%', 'later 100%', 'extension
  Ada Lovelace 2026-12-24', and 'points by hand too' if those are to be reduced.
  A date without a time is the end of that day. Points by hand (--overrides) are
  a table of student, exercise, points and comment. All of these are applied when
  grades are shown, so they survive when a class is graded again.

  '--format moodle' writes a grading worksheet, which Moodle imports by the number
  in the names of the submissions; its gradebook imports the same file by address.
  '--format canvas' writes a gradebook with one assignment.

  The course is built once for all runs of a checkout. Parts of a class (--shard)
  keep their verdicts in the class's register, so a later run has them all. On
  several machines, name registers (--register) and merge them (--merge).

  An answer in the file of another exercise is 'not taken', with the exercise that
  it looks like. A submission without files is 'nothing was handed in': no points,
  no penalty.

  """
