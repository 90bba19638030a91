// swift-tools-version: 6.2

import Foundation
import PackageDescription

// MARK: - What the course consists of

/// The lessons: each is a folder in `Lessons/` and a product, `lesson00` and so on.
///
/// This list and the next two stand in the catalogue of `CourseKit`, too; a test holds them equal.
let lessons = [
  "00-FirstQueue", "01-SingleShot", "02-NonConcurrent", "03-CooperativeCancel", "04-CancelChecks", "05-Order",
  "06-Concurrent", "07-Notifications", "08-DependencyChain", "09-LastInFirstOut", "10-Suspend",
  "11-SerialSuspend", "12-CancelInTheQueue", "13-QueueSettings", "14-StandsStill", "15-StateMachine",
  "16-NetworkThread", "17-MyOperation", "18-CompletionBlock", "19-PauseResume", "20-Archive",
  "21-RacesExplored", "22-InsideTheQueue", "23-ShippedBugs", "24-AsyncAwait", "25-Advanced", "26-WhichTool",
]

/// The framework in stages: each is a folder in `Lessons/Stages/` and a module, `Stage1Life` and so on.
let stages = [
  "Stage1Life", "Stage2Lock", "Stage3Dependencies", "Stage4Observation", "Stage5Queue", "Stage6Workers",
]

/// The exercises: each is a folder in `Exercises/` and a module, `Exercise01` and so on.
let exercises = [
  "01-WorkAndErrors", "02-CancelAndCleanUp", "03-ReadyQueue", "04-ConcurrentOperation", "05-Pipeline",
  "06-LastInFirstOut", "07-SerialSuspend", "08-StandsStill", "09-Transitions", "10-NetworkThread",
  "11-ThreadSafeState", "12-ExactlyOnce", "13-Archive", "14-PauseResume", "15-AsyncBridge", "16-Retry",
]

/// What is compiled as the exercises: `stubs`, which are the learner's files, `solutions` or `alternatives`;
/// with `stubs:05` or `stubs:01,05`, these exercises alone.
let choice = (Context.environment["EXERCISES"] ?? "stubs").components(separatedBy: ":")
let numbers = exercises.map { String($0.prefix(2)) }
let chosen = choice.count > 1 ? choice[1].components(separatedBy: ",") : numbers
let answers = ["stubs": nil, "solutions": "Solution", "alternatives": "Alternative"]
guard choice.count <= 2, let answer = answers[choice[0]], chosen.allSatisfy(numbers.contains) else {
  fatalError(
    "EXERCISES=\(choice.joined(separator: ":")) is unknown. Use stubs, solutions:05 or alternatives:01,05.")
}

/// A module that is compiled like this tells the Explorer of each access to memory.
let seen: [SwiftSetting] = [.unsafeFlags(["-sanitize=thread"])]

/// Grading a class sets `OPTIMISED`: most of its time goes into the schedules that these modules try.
let isOptimised = Context.environment["OPTIMISED"] == "framework"
let fast: [SwiftSetting] = isOptimised ? [.unsafeFlags(["-O"])] : []

let package = Package(name: "operations-from-scratch", platforms: [.macOS(.v15)])

// MARK: - Libraries

package.products = [
  .library(name: "MiniOperations", targets: ["MiniOperations"]),
  .library(name: "Explorer", targets: ["Explorer"]),
  .library(name: "ExplorerStandIns", targets: ["ExplorerStandIns"]),
]
package.targets = [
  /// Locks, conditions, threads, clocks, workers, and the seam through which the Explorer directs them.
  .target(name: "Threading", swiftSettings: fast),
  .target(name: "MiniOperations", dependencies: ["Threading"], swiftSettings: fast),
  /// Text for readers: columns, wrapping, colours, keys and arguments on a terminal, escapes in a page.
  .target(name: "Terminal", swiftSettings: fast),
  /// The calls that the compiler inserts for each access to memory, and the memory of these accesses; in C.
  .target(name: "ExplorerHooks", cSettings: isOptimised ? [.unsafeFlags(["-O2"])] : []),
  /// Runs a scenario in every order of its threads.
  .target(name: "Explorer", dependencies: ["Threading", "Terminal", "ExplorerHooks"], swiftSettings: fast),
  /// The platform's locks, queues, threads and tasks, in a form that the Explorer sees.
  .target(name: "ExplorerStandIns", dependencies: ["Threading"], swiftSettings: fast),
]

// MARK: - Exercises

/// What the tests of all exercises share, and the lines that report which files were compiled.
package.targets.append(
  .target(
    name: "ExerciseSupport", dependencies: ["MiniOperations", "Explorer"], path: "Tests/ExerciseSupport",
    swiftSettings: [.define(choice[0].uppercased())]))
for (number, folder) in zip(numbers, exercises) where chosen.contains(number) {
  let name = "Exercise\(number)"
  // The second file makes the platform's locks visible to the Explorer, and is the same in all exercises.
  let sources = [answer ?? "\(folder.dropFirst(3)).swift", "VisibleLocks.swift"]
  package.targets += [
    .target(
      name: name, dependencies: ["MiniOperations", "ExplorerStandIns"], path: "Exercises/\(folder)",
      exclude: contents(of: "Exercises/\(folder)").filter { !sources.contains($0) }, sources: sources,
      swiftSettings: seen + [.define("ALL_STAND_INS")]),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name), "ExerciseSupport"], path: "Tests/ExerciseTests/\(folder)"),
  ]
}

// With `stubs:05` the package ends here: it builds faster, and errors elsewhere do not matter.
if choice.count == 1 {
  // MARK: - Lessons
  package.targets += [
    /// The classes of the documents, as they were written and repaired.
    .target(
      name: "Documents", dependencies: ["MiniOperations"], path: "Lessons/Documents", exclude: ["README.md"]),
    /// The parts that lessons share: narration, the record of a run and its views, a small web server.
    .target(name: "LessonKit", dependencies: ["MiniOperations", "Explorer", "Terminal"]),
    .executableTarget(
      name: "stages", dependencies: ["Terminal"] + stages.map(Target.Dependency.init),
      path: "Lessons/Stages/walk"),
  ]
  for stage in stages { package.targets.append(.target(name: stage, path: "Lessons/Stages/\(stage)")) }
  for folder in lessons {
    let name = "lesson\(folder.prefix(2))"
    package.products.append(.executable(name: name, targets: [name]))
    // Many type 'swift run lesson5'.
    if folder.hasPrefix("0") {
      package.products.append(.executable(name: "lesson\(folder.dropFirst().prefix(1))", targets: [name]))
    }
    package.targets.append(
      .executableTarget(
        name: name, dependencies: ["LessonKit", "MiniOperations", "Explorer", "Documents"],
        path: "Lessons/\(folder)",
        exclude: contents(of: "Lessons/\(folder)").filter { !$0.hasSuffix(".swift") },
        // This lesson explores a plain class of its own.
        swiftSettings: name == "lesson21" ? seen : []))
  }

  // MARK: - Commands
  package.targets += [
    /// A learner's own work: the catalogue, progress, checking one's own answer, hints, the machine.
    .target(name: "CourseKit", dependencies: ["Terminal"]),
    .executableTarget(name: "course", dependencies: ["CourseKit"]),
    /// The programs of "You are the scheduler": plain Swift, whose accesses to memory are seen.
    .target(
      name: "SchedulerGame", dependencies: ["Explorer", "ExplorerStandIns", "Documents", "MiniOperations"],
      path: "Lessons/SchedulerGame", swiftSettings: seen),
    /// The course as a site: texts, sources and schedules that were run.
    .target(name: "BookKit", dependencies: ["CourseKit", "SchedulerGame", "LessonKit"], exclude: ["Assets"]),
    .executableTarget(name: "book", dependencies: ["BookKit"]),
  ]
}

// MARK: - For instructors and maintainers: the student edition lacks these

if choice.count == 1 {
  package.targets += [
    /// Grading: submissions, a sandbox, the rules of a class, formats, the student edition.
    .target(name: "GradeKit", dependencies: ["CourseKit", "Terminal"]),
    .executableTarget(name: "grade", dependencies: ["GradeKit"]),
    /// Proofs for authors: mistakes, cheats, claims, texts and snippets.
    .target(name: "ProofKit", dependencies: ["GradeKit"]),
    .executableTarget(name: "prove", dependencies: ["ProofKit"]),
    /// The framework's benchmark, the soak, and the Explorer's figures.
    .executableTarget(name: "bench", dependencies: ["Soak", "Classics"], exclude: ["Soak", "Classics"]),
    /// Random graphs of operations and what must hold of them.
    .target(name: "Soak", dependencies: ["MiniOperations"], path: "Sources/bench/Soak"),
    /// The mistakes that every course on threads knows, in plain Swift.
    .target(
      name: "Classics", dependencies: ["Explorer", "ExplorerStandIns", "MiniOperations"],
      path: "Sources/bench/Classics", swiftSettings: seen),
    /// Recording and counting for several test targets, and where this package is.
    .target(name: "TestSupport", path: "Tests/Support"),
    /// Scenarios for operations and queues of any kind: of the framework, of its stages, and of Foundation.
    .target(name: "Behaviours", dependencies: ["TestSupport"], path: "Tests/FrameworkTests/Behaviours"),
    .target(name: "FoundationSide", dependencies: ["Behaviours"], path: "Tests/FrameworkTests/Foundation"),
    /// The framework and its threads, its stages, and both beside Foundation.
    .testTarget(
      name: "FrameworkTests", dependencies: ["Soak", "FoundationSide", "stages", "TestSupport"],
      exclude: ["Behaviours", "Foundation"]),
    /// The Explorer, on programs of every kind, and on the framework.
    .testTarget(
      name: "ExplorerTests",
      dependencies: [
        "Documents", "Classics", "PlainPrograms", "VisiblePrograms", "SightPrograms", "TestSupport",
      ],
      exclude: ["ExplorerStandIns/Programs", "Memory/Programs"]),
    /// Programs for the platform: as they are, beside stand-ins, and with their accesses to memory seen.
    .target(
      name: "PlainPrograms", path: "Tests/ExplorerTests/ExplorerStandIns/Programs/Plain", swiftSettings: seen),
    .target(
      name: "VisiblePrograms", dependencies: ["ExplorerStandIns"],
      path: "Tests/ExplorerTests/ExplorerStandIns/Programs/Visible",
      swiftSettings: [.define("ALL_STAND_INS")]),
    .target(
      name: "SightPrograms", dependencies: ["Explorer", "MiniOperations", "ExplorerStandIns"],
      path: "Tests/ExplorerTests/Memory/Programs", swiftSettings: seen),
    /// Each lesson is run once, and its text is read.
    .testTarget(
      name: "LessonTests", dependencies: ["LessonKit", "ProofKit", "TestSupport"],
      exclude: ["Timeline/Golden"]),
    /// The learner's command, the book, and the limits of an exercise's test.
    .testTarget(name: "CourseTests", dependencies: ["course", "BookKit", "ExerciseSupport", "TestSupport"]),
    /// Submissions, sandboxes, formats, and the proofs for authors.
    .testTarget(
      name: "GradeTests", dependencies: ["grade", "ProofKit", "TestSupport"],
      exclude: ["Golden", "Proof/Cheats"]),
  ]
}

/// The names in a folder of this package; looked up, because the student edition has fewer.
func contents(of folder: String) -> [String] {
  let names = try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/\(folder)")
  return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
}
