import CourseKit

/// Carries out a command and returns the exit code: 0, 1 when something does not hold, 2 for wrong use.
func run(_ words: [String]) -> Int32 {
  do {
    return try command(words)
  } catch let misuse as Misuse {
    Terminal.writeError("course: \(misuse.text)\n")
  } catch {
    Terminal.writeError("course: \(error)\n")
  }
  return 2
}

private func command(_ words: [String]) throws -> Int32 {
  let verb = words.first ?? "status"
  let arguments = Arguments(Array(words.dropFirst()))
  if ["help", "--help", "-h"].contains(verb) {
    Terminal.write(help)
    return 0
  }
  guard let course = Course.current() else {
    throw Misuse("there is no course in this folder or above it. Change into the folder with Package.swift.")
  }
  switch verb {
  case "status":
    try arguments.end()
    return status(course)
  case "list":
    try arguments.end()
    return list(course)
  case "check": return try check(course, arguments)
  case "watch": return try watch(course, arguments)
  case "hint":
    var arguments = arguments
    let exercise = try chosen(arguments.word(), in: course)
    try arguments.end()
    return try hint(exercise, in: course)
  case "solution": return try solution(course, arguments)
  case "reset": return try reset(course, arguments)
  case "next":
    try arguments.end()
    return try next(course)
  case "lesson": return try lesson(course, Array(words.dropFirst()))
  case "export": return try export(course, arguments)
  case "grade": return try grade(course, arguments)
  case "verify": return try verify(course, arguments)
  default: throw Misuse("there is no command '\(verb)'. 'course help' lists those that there are.")
  }
}

private let help = """
  swift run course [command]

  To learn:
    (nothing)              where you are, and how to go on
    list                   all lessons and exercises: done, current, open
    lesson [N] [flags]     runs a lesson
    check [N]              builds an exercise and runs its tests
    watch [N]              does so whenever you save; keys for all the rest
    hint [N]               the next of three hints
    solution [N]           an answer beside yours, when yours has passed (--give-up)
    reset N                the stub as it was; keeps what you had (--yes: not asked)
    next                   goes on

  To teach:
    grade                  points for this checkout
      --submissions DIR    for every folder or archive in DIR, a student each
      --format FORMAT      text, json, csv, junit, gradescope, classroom50, markdown
      --output FILE        instead of printing it
      --min POINTS         exit code 1 when somebody has less
      --fresh              begins anew, instead of going on where it was stopped
    export DIR             the student edition, without answers (--solutions TEXT:
                           what it says about where they are to be had)
    verify [N]             the author's proof: stubs fail, solutions pass, every
                           mistake is caught, cheats get nothing (--texts: only what
                           is read; --cheats: only the cheats; --fix: renews
                           snippets in texts and the copies of the stubs)

  N is the number of a lesson or an exercise; without it the current one is meant.
  The exit code is 0, 1 when something does not hold, 2 when a command cannot be
  understood.

  """
