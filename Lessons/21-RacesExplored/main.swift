// Lesson 21: Which schedules break a class?
//
// Three races of the documents' classes: T18 in "自定义 Operation" (undated), T6 and T12 in the class of
// "自定义NSOperation子类" and in its model (both 2015). By luck you see them often, sometimes, or never. The Explorer
// tries the orders one after the other. Remember: a race is not rare; it is one exact order.
//
//   swift run lesson21

import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  21, "Which schedules break a class?",
  about: "Three races, found among all possible orders, shown row by row, and played by you.",
  questions: questions,
  options: [
    .number("--race", "N", "show every row of one race, or play it: 6, 12 or 18"),
    .number("--luck", "N", "how many runs to try by luck in step 1; 300 if not given"),
    .flag("--yours", "explore, or play, only the scenario in Yours.swift"), .play,
  ]
).run { show in
  let wanted = show.number(of: "--race").map { "T\(Int($0))" }
  if let wanted, !races.contains(where: { $0.id == wanted }) {
    show.refuse("There is no race \(wanted) in this lesson. Give 6, 12 or 18.")
  }
  let played = show.has("--yours") ? yours : races.first { $0.id == wanted ?? "T18" }!.asWritten
  if show.has("--play") { Explorer.play(played) }
  if show.has("--yours") { return exploreYours() }

  // MARK: Step 1

  show.step("By luck")
  let tries = Int(show.number(of: "--luck") ?? 300)
  var contradictions = 0
  for _ in 0..<tries {
    let operation = MyConcurrentOperation {}
    operation.start()
    operation.waitUntilFinished()
    if operation.isFinished && operation.isExecuting { contradictions += 1 }
  }
  show.say(
    "\(contradictions) of \(tries) operations have finished and execute forever",
    figure: "\(contradictions) of")
  show.conclude("Another run gives another number. A test that relies on luck proves nothing.")

  // MARK: Step 2

  show.step("A plain class, in every order")
  // prints: Data race
  let sale = Explorer.explore(plain)
  show.schedule(sale)
  show.conclude(
    "Both threads read that one piece was left, and both sold it. The class is plain Swift: it is compiled "
      + "with -sanitize=thread, which makes its accesses visible.")
  show.claim("The plain class sells its last piece twice", sale.harm != nil, got: "\(sale)")

  // MARK: Step 3

  show.step("In every order: finished and executing")
  // prints: write finished true
  // prints: write executing true
  let thread = found(
    races[0],
    "The new thread finished the operation before start() set executing to true. Nothing sets it to false "
      + "again."
  )

  // MARK: Step 4

  show.step("Checked too early: pause() stops a cancelled operation from finishing")
  // prints: write status paused
  let checked = found(
    races[1], "pause() read isCancelled before cancel() set it, and set the state to paused afterwards.")

  // MARK: Step 5

  show.step("One lock is missing: a paused operation finishes")
  // prints: write status paused
  // prints: write status finished
  let validated = found(
    races[2],
    "finish() found its transition legal while the state was executing. Then pause() changed the state to "
      + "paused, and finish() changed it to finished.")
  let hidden = Explorer.explore(latent)
  show.schedule(hidden)
  // prints: ✔ T12, all its locks
  show.claim("With the document's lock around it, T12 was not found", hidden.passed, got: "\(hidden)")

  // MARK: Step 6

  show.step("A schedule that can be reproduced")
  for (race, exploration) in zip(races, [thread, checked, validated]) {
    let token = exploration.token ?? "-"
    let again = Explorer.replay(token, race.asWritten)
    show.say("\(race.id)  \(token)  \(again.table?.rows.count ?? 0) rows")
    show.claim(
      "\(race.id) was found, and its token brings back the same rows",
      exploration.finding != nil && again.table?.steps == exploration.table?.steps, got: "\(again)")
  }

  show.conclude(
    "A token holds each decision of the scheduler, so its schedule can be repeated on any machine.")

  // MARK: Step 7

  show.step("Your own scenario")
  // prints: ✔ yours
  exploreYours()

  /// Explores the scenario of Yours.swift and shows the result.
  func exploreYours() {
    let exploration = Explorer.explore(yours)
    show.schedule(exploration)
    show.conclude(
      "The scenario is in Yours.swift. Remove its lock, and run the lesson with --yours. Then replace it by "
        + "your own scenario.")
    show.claim("yours holds in every order within the bounds", exploration.passed, got: "\(exploration)")
  }

  /// Explores a race, shows the schedule that breaks it, and claims that the repaired class has none.
  func found(_ race: Race, _ sentence: String) -> Exploration {
    let exploration = Explorer.explore(race.asWritten)
    let isWhole = show.has("--verbose") || race.id == wanted
    show.say("\(race.id): \(race.title)")
    show.schedule(exploration, details: isWhole)
    // The repaired class is searched in every order, which takes longer than finding a failing one.
    let search = Settings(.exhaustive(preemptions: show.has("--fast") ? 1 : 2))
    let repaired = Explorer.explore(race.repaired, search)
    show.say("\(race.id), repaired: \(repaired.summary)")
    show.conclude(sentence)
    show.claim(
      "\(race.id), repaired, holds in every order within the bounds", repaired.passed, got: "\(repaired)")
    return exploration
  }
}

// Tasks to try, with answers, and the next lesson: see README.md.
