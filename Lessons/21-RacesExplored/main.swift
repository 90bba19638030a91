// Lesson 21: How do you find a race that no test has shown?
//
// A race needs one exact order of the steps of two threads. A test takes whatever order comes; the Explorer runs the
// threads one step at a time, and tries one order after the other.
// Remember: a race is not bad luck. It is one exact order.
//
//   swift run lesson21

import Explorer
import LessonKit
import MiniOperations

Lesson(
  21, "How do you find a race that no test has shown?",
  about: "The last print is sold twice: by luck, and in every order. Three classes too.",
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
  let played = show.has("--yours") ? yours : races.first { $0.id == wanted }?.asWritten ?? shopping
  if show.has("--play") { Explorer.play(played) }
  if show.has("--yours") { return exploreYours() }

  show.step("By luck")
  let tries = Int(show.number(of: "--luck") ?? 300)
  let count = soldTwice(times: tries)
  show.say("sold twice: \(count) of \(tries) times", figure: "\(count)")
  show.conclude("Another machine gives another number. Zero would not say that the shop is right.")

  show.step("In every order")
  // prints: Data race
  // prints: Rule broken: the last print is sold once
  let sale = Explorer.explore(shopping)
  show.schedule(sale, details: true)
  show.conclude(
    "Both threads read that one print was left, and both sold it. The Explorer stopped A between its two steps."
  )
  show.claim("The last print was sold twice", sale.harm != nil, got: "\(sale)")

  show.step("Three classes that shipped")
  var areFound = true
  for race in races {
    let found = Explorer.explore(race.asWritten)
    show.say("\(race.id): \(race.title)\n     replay \(found.token ?? "-")")
    if race.id == wanted ?? "T18" || show.has("--verbose") {
      show.schedule(found, details: race.id == wanted)
    }
    // The token names every decision of the scheduler.
    let again = found.token.map { Explorer.replay($0, race.asWritten) }
    areFound = areFound && found.finding != nil && again?.table?.steps == found.table?.steps
  }
  // prints: T18: its state is written after its thread has begun
  // prints: write finished true
  // prints: write executing true
  show.conclude(
    "The new thread finished before start() set executing to true, and nothing sets it to false again.")
  show.claim("Each race was found, and its token brings back the same rows", areFound)

  show.step("A lock that hides one of them")
  let latent = Explorer.explore(hidden)
  show.schedule(latent)
  // prints: ✔ T12, all its locks
  show.conclude("Its setter validates before it locks. In this class every caller has the lock already.")
  show.claim("With the lock of its callers, the third race was not found", latent.passed, got: "\(latent)")

  show.step("Repaired")
  // Every order has to be tried, which takes longer than finding a failing one.
  let search = Settings(.exhaustive(preemptions: show.has("--fast") ? 1 : 2))
  let results = races.map { Explorer.explore($0.repaired, search) }
  for (race, result) in zip(races, results) { show.say("\(race.id), repaired: \(result.summary)") }
  show.conclude("They check and change under one lock, and set the state before the thread begins.")
  show.claim("Repaired, none of them was found in any order within the bounds", results.allSatisfy(\.passed))

  show.step("Your own scenario")
  // prints: ✔ yours
  exploreYours()

  /// Explores the scenario of Yours.swift and shows the result.
  func exploreYours() {
    let exploration = Explorer.explore(yours)
    show.schedule(exploration, details: true)
    show.conclude("It is in Yours.swift. Remove its lock, and run the lesson with --yours.")
    show.claim("yours holds in every order within the bounds", exploration.passed, got: "\(exploration)")
  }
}

// Tasks to try, with answers: see README.md.
