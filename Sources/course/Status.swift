import CourseKit
import Terminal

/// `course`: the next command, and how far the learner has come.
func status(_ course: Course) -> Int32 {
  let progress = readableProgress(in: course)
  let steps = Catalogue.steps.filter(course.has)
  let done = steps.count(where: progress.isDone)
  let exercises = Catalogue.exercises.filter(course.has)
  let mastered = exercises.count(where: progress.isMastered)
  let current = progress.current
  if let current, progress.isDone(current) {
    Console.print("\(Console.good("✓")) \(current.label) is done.\n\n  next     swift run course next")
  } else {
    show(current, in: course)
  }
  let open = exercises.filter { progress.isDone(.exercise($0)) && !progress.isMastered($0) }
  if current == nil, let first = open.first {
    Console.print(
      "\n  depth    swift run course check \(first.number) (\(counted(open.count, "exercise")) to master)")
  }
  let wrong = progress.predictionsToCorrect.filter { course.has($0.lesson) }.map(\.count).reduce(0, +)
  if wrong > 0 { Console.print("  again    swift run course review (\(counted(wrong, "wrong prediction")))") }
  Console.print(
    "\n\(Console.good(Console.bar(done, of: steps.count, width: 30)))  \(done) of \(steps.count) done"
      + (mastered > 0 ? ", \(counted(mastered, "exercise")) mastered" : ""))
  return 0
}

/// The progress, with a remark if its file cannot be read.
private func readableProgress(in course: Course) -> Progress {
  let progress = Progress(course)
  if let trouble = progress.trouble { Terminal.showError("course: \(trouble)\n") }
  return progress
}

/// Prints what a step is and how to begin it.
func show(_ step: Step?, in course: Course) {
  guard let step else {
    return Console.print("You have completed the course. 'swift run course list' shows every step.")
  }
  Console.print("\(Console.bold("\(step.label): \(step.title)"))\n")
  switch step {
  case .lesson(let lesson):
    Console.print("  run      swift run course lesson \(lesson.number)")
    Console.print("  read     Lessons/\(lesson.folder)/README.md")
    Console.print("  then     swift run course next")
  case .build(let build):
    let paths = course.paths(of: build)
    Console.print("  run      swift run \(build.command)")
    Console.print("  read     \(paths[0])")
    for path in paths.dropFirst() { Console.print("  edit     \(path)") }
    Console.print("  then     swift run course next")
  case .exercise(let exercise):
    Console.print("  read     Exercises/\(exercise.folder)/README.md")
    for path in course.paths(of: exercise) { Console.print("  edit     \(path)") }
    Console.print("  check    swift run course check")
    Console.print("  stuck?   swift run course hint")
  }
  if !course.has(step) {
    Console.print("\nIt is not in this copy of the course. 'swift run course next' moves to the next step.")
  }
}

/// `course list`: all lessons and exercises.
func list(_ course: Course) -> Int32 {
  let progress = readableProgress(in: course)
  let current = progress.current?.name
  var points = (0, 0)
  for step in Catalogue.steps {
    var mark = progress.isDone(step) ? Console.good("✓") : step.name == current ? Console.bold("▶") : " "
    var notes = ""
    if case .exercise(let exercise) = step {
      let isMastered = progress.isMastered(exercise)
      if isMastered { mark = Console.good("★") }
      points.1 += exercise.points.total
      points.0 += isMastered ? exercise.points.total : progress.isDone(step) ? exercise.points.core : 0
      notes = "\(exercise.points.core) + \(exercise.points.depth) points"
      if progress.hints(exercise) > 0 { notes += ", \(counted(progress.hints(exercise), "hint"))" }
      if progress.gaveUp(exercise) { notes += ", solution seen" }
    }
    if !course.has(step) { notes += notes.isEmpty ? "not here yet" : ", not here yet" }
    var label = step.label
    if case .build(let build) = step { (label, notes) = ("build", "swift run \(build.command)") }
    let topic = step.name.split(separator: " ").last ?? ""
    Console.print(
      "\(mark) \(label.padded(to: 12)) \(String(topic).padded(to: 21)) \(Console.dim(notes))")
  }
  Console.print("\n✓ done   ★ mastered, the depth holds, too   ▶ you are here\n\n\(ways)")
  Console.print("\(points.0) of \(points.1) points. 'swift run course check all' counts them anew.")
  return 0
}

extension Course {
  /// Whether the step is in this copy.
  func has(_ step: Step) -> Bool {
    switch step {
    case .lesson(let lesson): has(lesson)
    case .build: Files.exists(root.appending(path: "Lessons/Stages"))
    case .exercise(let exercise): has(exercise)
    }
  }
}

/// The ways through the course, a line for each.
private var ways: String {
  Catalogue.ways.map { "  \($0.time.padded(to: 15))\($0.selection)\n" }.joined()
}
