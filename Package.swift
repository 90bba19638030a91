// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// The lessons: each is a folder in `Lessons/` and a product, `lesson00` and so on.
///
/// `CourseKit`'s catalogue says the same; a test holds the two equal.
let lessons = [
  "00-FirstQueue", "01-SingleShot", "02-NonConcurrent", "03-CooperativeCancel", "04-CancelChecks",
  "05-Order", "06-Concurrent", "07-Notifications", "08-DependencyChain", "09-LastInFirstOut", "10-Suspend",
  "11-SerialSuspend", "12-CancelInTheQueue", "13-QueueSettings", "14-StandsStill", "15-StateMachine",
  "16-NetworkThread", "17-MyOperation", "18-CompletionBlock", "19-PauseResume", "20-Archive",
  "21-RacesExplored", "22-InsideTheQueue", "23-ShippedBugs", "24-AsyncAwait", "25-Advanced", "26-WhichTool",
]

/// The framework in stages: each is a folder in `Sources/Stages/` and a module, `Stage1Life` and so on.
///
/// A link in a folder is the unchanged file of an earlier stage.
let stages = ["s1-Life", "s2-Lock", "s3-Dependencies", "s4-Observation", "s5-Queue", "s6-Workers"]

/// The exercises: each is a folder in `Exercises/` and a module, `Exercise01` and so on.
///
/// `CourseKit`'s catalogue says the same; a test holds the two equal.
let exercises = [
  "01-WorkAndErrors", "02-CancelAndCleanUp", "03-ReadyQueue", "04-ConcurrentOperation", "05-Pipeline",
  "06-LastInFirstOut", "07-SerialSuspend", "08-StandsStill", "09-Transitions",
  "10-NetworkThread", "11-ThreadSafeState", "12-ExactlyOnce", "13-Archive", "14-PauseResume",
  "15-AsyncBridge", "16-Retry",
]

/// The file that is the same in every exercise and is not edited.
let given = "VisibleLocks.swift"

/// A module that is compiled like this tells the Explorer of each access to memory.
///
/// `SIGHT=off` is for a build with another sanitizer than the one for threads, with which it cannot be combined.
let seen: [SwiftSetting] =
  Context.environment["SIGHT"] == "off" ? [] : [.unsafeFlags(["-sanitize=thread"])]

/// What is compiled as the exercises: the learner's files, unless `EXERCISES` names something else.
let choice = ExerciseChoice(Context.environment["EXERCISES"] ?? "stubs")

let package = Package(
  name: "operations-from-scratch",
  platforms: [.macOS(.v15)],
  products: [],
  targets: [
    /// Locks, conditions, threads, clocks, workers, and the seam through which the Explorer directs them.
    .target(name: "Threading"),
    .target(name: "MiniOperations", dependencies: ["Threading"]),
    /// Text for readers: columns, wrapping, plain signs, colours and links on a terminal, escapes in a page.
    .target(name: "Typesetting"),
    /// Random numbers that the same seed repeats.
    .target(name: "Chance"),
    /// The calls that the compiler inserts for each access to memory, and the memory of these accesses; in C.
    .target(name: "SightHooks"),
    .target(name: "Explorer", dependencies: ["Threading", "Typesetting", "Chance", "SightHooks"]),
    /// The platform's locks, queues, threads and tasks, in a form that the Explorer sees.
    .target(name: "StandIns", dependencies: ["Threading"]),
    /// What the tests of all exercises share, and the lines that report which files were compiled.
    .target(
      name: "ExerciseSupport", dependencies: ["MiniOperations", "Explorer", "Chance"],
      path: "Tests/ExerciseTests/Support",
      swiftSettings: [.define(choice.variant.uppercased())]),
  ]
)

for folder in exercises where choice.includes(folder) && exists("Exercises/\(folder)") {
  let name = "Exercise\(folder.prefix(2))"
  package.targets += [
    choice.target(name: name, folder: "Exercises/\(folder)"),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name), "ExerciseSupport", "MiniOperations", "Explorer"],
      path: "Tests/ExerciseTests/\(folder)"),
  ]
}

// With `stubs:05` the package has only that exercise: it builds faster, and errors elsewhere do not
// matter.
if choice.isEverything {
  package.products = [
    .library(name: "MiniOperations", targets: ["MiniOperations"]),
    .library(name: "Explorer", targets: ["Explorer"]),
    .library(name: "StandIns", targets: ["StandIns"]),
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "book", targets: ["book"]),
    .executable(name: "course", targets: ["course"]),
    .executable(name: "stages", targets: ["stages"]),
  ]
  package.targets += [
    .target(name: "AsWritten", dependencies: ["MiniOperations"]),
    /// The figures in the Explorer's articles: classic problems, speed, memory.
    .target(
      name: "ExplorerFigures", dependencies: ["PlainClassics", "Explorer", "StandIns", "MiniOperations"]),
    /// The same classic problems with ordinary variables, which the Explorer sees.
    .target(
      name: "PlainClassics", dependencies: ["Explorer", "StandIns", "MiniOperations"], swiftSettings: seen),
    .executableTarget(name: "explorer-figures", dependencies: ["ExplorerFigures"]),
    /// Random graphs of operations and what must hold of them, for the tests and for `bench soak`.
    .target(name: "Soak", dependencies: ["MiniOperations", "Chance"]),
    .executableTarget(name: "bench", dependencies: ["MiniOperations", "Soak", "Typesetting"]),
    /// The parts that lessons share: narration, the record of a run and its views, a small web server.
    .target(name: "LessonKit", dependencies: ["MiniOperations", "Explorer", "Typesetting"]),
    /// Differences between texts, line by line, in the form that `diff -u` writes.
    .target(name: "Differences", dependencies: ["Typesetting"]),
    /// A learner's own work: the catalogue, progress, checking one's own answer, hints, the machine.
    .target(name: "CourseKit", dependencies: ["Differences", "Typesetting"]),
    .executableTarget(name: "course", dependencies: ["CourseKit", "Differences", "Typesetting"]),
    /// The subset of Markdown that the texts use.
    .target(name: "Markdown"),
    /// The programs of "You are the scheduler": plain Swift, whose accesses to memory are seen.
    .target(
      name: "Levels", dependencies: ["Explorer", "StandIns", "AsWritten", "MiniOperations"],
      swiftSettings: seen),
    /// The course as a site: texts, sources and schedules that were run.
    .target(
      name: "BookKit",
      dependencies: [
        "CourseKit", "Markdown", "Differences", "Explorer", "Levels", "MiniOperations", "LessonKit",
        "Typesetting",
      ],
      // Scripts and styles are copied, not built.
      exclude: ["Assets"]),
    .executableTarget(name: "book", dependencies: ["BookKit", "CourseKit"]),

    /// The messages of a failed requirement of an exercise.
    .testTarget(
      name: "ExerciseSupportTests", dependencies: ["ExerciseSupport", "MiniOperations", "Explorer"]),
    /// Recording and counting for several test targets, and where this package is.
    .target(name: "TestSupport", path: "Tests/Support"),
    .testTarget(
      name: "MiniOperationsTests",
      dependencies: ["MiniOperations", "Threading", "Soak", "Chance", "TestSupport"]),
    .testTarget(name: "TypesettingTests", dependencies: ["Typesetting"]),
    .testTarget(
      name: "BookTests",
      dependencies: [
        "BookKit", "CourseKit", "Markdown", "Explorer", "Levels", "MiniOperations", "LessonKit",
        "Typesetting", "Chance", "TestSupport",
      ]),
    /// The table of behaviours: scenarios for operations and queues of any kind.
    .target(name: "Behaviours", dependencies: ["TestSupport"], path: "Tests/Behaviours"),
    /// The table, run on Foundation and on the mini framework.
    .testTarget(name: "ParityTests", dependencies: ["MiniOperations", "Behaviours", "TestSupport"]),
    .testTarget(
      name: "ExplorerTests",
      dependencies: [
        "MiniOperations", "Threading", "Explorer", "StandIns", "AsWritten", "ExplorerFigures", "Typesetting",
        "Chance", "TestSupport",
      ]),
    /// Programs written for the platform, compiled as they are and beside the given file that shows their locks.
    .target(name: "PlainPrograms", path: "Tests/StandInsTests/Programs/Plain"),
    .target(
      name: "VisiblePrograms", dependencies: ["StandIns"], path: "Tests/StandInsTests/Programs/Visible"),
    .testTarget(
      name: "StandInsTests",
      dependencies: ["Explorer", "StandIns", "PlainPrograms", "VisiblePrograms", "TestSupport"],
      path: "Tests/StandInsTests/Suites"),
    /// Programs whose accesses to memory are seen, with a data race and without one.
    .target(
      name: "SightPrograms", dependencies: ["Explorer", "MiniOperations", "StandIns"],
      path: "Tests/SightTests/Programs",
      swiftSettings: seen),
    .testTarget(
      name: "SightTests", dependencies: ["Explorer", "SightPrograms", "TestSupport"],
      path: "Tests/SightTests/Suites"),
    .testTarget(
      name: "LessonTests",
      dependencies: [
        "MiniOperations", "Explorer", "LessonKit", "CourseKit", "ProofKit", "Typesetting", "TestSupport",
      ],
      // Drawings with which the tests compare; nothing to build.
      exclude: ["Timeline/Golden"]),
    .testTarget(
      name: "CourseTests", dependencies: ["CourseKit", "Typesetting", "course", "TestSupport"]),
  ]
  if exists("Sources/GradeKit") { package.targets += teaching }
  for folder in stages {
    package.targets.append(.target(name: stageModule(folder), path: "Sources/Stages/\(folder)"))
  }
  package.targets += [
    .executableTarget(
      name: "stages", dependencies: ["Typesetting"] + stages.map { .byName(name: stageModule($0)) },
      path: "Sources/Stages/walk"),
    .testTarget(
      name: "StagesTests",
      dependencies: ["stages", "Behaviours", "TestSupport"]
        + stages.map { .byName(name: stageModule($0)) }),
  ]
  for folder in lessons where exists("Lessons/\(folder)") {
    // Its text and its mutations are beside the Swift files, and are not built.
    let name = "lesson\(folder.prefix(2))"
    package.products.append(.executable(name: name, targets: [name]))
    // Many type 'swift run lesson5'.
    if folder.hasPrefix("0") {
      package.products.append(.executable(name: "lesson\(folder.dropFirst().prefix(1))", targets: [name]))
    }
    package.targets.append(
      .executableTarget(
        name: name, dependencies: ["LessonKit", "MiniOperations", "Explorer", "AsWritten"],
        path: "Lessons/\(folder)", exclude: unlisted(in: "Lessons/\(folder)"),
        // This lesson explores a plain class of its own.
        swiftSettings: name == "lesson21" ? seen : []))
  }
}

/// The targets for instructors and maintainers, which the student edition lacks.
var teaching: [Target] {
  [
    /// Trying answers: a copy of the course without its answers, and one answer built alone.
    .target(name: "AnswerKit", dependencies: ["CourseKit"]),
    /// Grading: submissions, a sandbox, the rules of a class, formats, the student edition.
    .target(name: "GradeKit", dependencies: ["AnswerKit", "CourseKit", "Typesetting"]),
    .executableTarget(name: "grade", dependencies: ["GradeKit", "CourseKit", "Typesetting"]),
    /// Proofs for authors: mistakes, cheats, claims, texts and snippets.
    .target(
      name: "ProofKit", dependencies: ["GradeKit", "AnswerKit", "CourseKit", "Differences", "Typesetting"]),
    .executableTarget(name: "prove", dependencies: ["ProofKit", "GradeKit", "CourseKit", "Typesetting"]),
    .testTarget(
      name: "GradeTests",
      dependencies: ["GradeKit", "AnswerKit", "CourseKit", "Typesetting", "grade", "TestSupport"],
      // Grades in each format, with which the tests compare; nothing to build.
      exclude: ["Golden"]),
    .testTarget(
      name: "ProofTests",
      dependencies: ["ProofKit", "GradeKit", "AnswerKit", "CourseKit", "Differences", "TestSupport"],
      // The cheats, which are graded and not built.
      exclude: ["Cheats"]),
  ]
}

/// `Stage1Life` for `s1-Life`.
func stageModule(_ folder: String) -> String {
  "Stage" + folder.dropFirst().replacingOccurrences(of: "-", with: "")
}

// With `WARNINGS=errors`, which CI sets, a warning is an error in every target but a learner's.
if Context.environment["WARNINGS"] == "errors" {
  let learners = Set(exercises.map { "Exercise\($0.prefix(2))" })
  for target in package.targets where !learners.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}

// With `OPTIMISED=framework`, which grading a class sets, what the answers and their tests use is compiled for speed:
// most of their time is spent on trying schedules. Answers and tests themselves are compiled as a learner compiles them.
if Context.environment["OPTIMISED"] == "framework" {
  let used: Set = ["Threading", "MiniOperations", "Explorer", "StandIns", "Chance", "Typesetting"]
  for target in package.targets where used.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
  }
  for target in package.targets where target.name == "SightHooks" {
    target.cSettings = [.unsafeFlags(["-O2"])]
  }
}

// The student edition has the tests of the exercises and no others.
package.targets.removeAll { target in
  let path = target.path ?? (target.isTest ? "Tests/\(target.name)" : "Sources/\(target.name)")
  return path.hasPrefix("Tests/") && !exists(path)
}

// With `TESTS=Explorer,StandIns` the package has only the test targets `ExplorerTests` and `StandInsTests` and what these
// need: a change to one module is tested without building the others.
if let names = Context.environment["TESTS"]?.split(separator: ",") {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var open = names.map { "\($0)Tests" }
  // These tests run the lessons' programs.
  if names.contains("Lesson") { open += targets.keys.filter { $0.hasPrefix("lesson") } }
  var needed: Set<String> = []
  while let name = open.popLast() {
    guard needed.insert(name).inserted else { continue }
    guard let target = targets[name] else { fatalError("TESTS: there is no target '\(name)'.") }
    for case .byNameItem(let other, _) in target.dependencies { open.append(other) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

/// One value of the environment variable `EXERCISES`: `solutions`, `stubs:05`, `stubs:01,05`, `mistakes-2` and
/// the like.
struct ExerciseChoice {
  /// `stubs`, `solutions`, `alternatives` or `mistakes`.
  let variant: String
  /// Which mistake of each exercise, from 1.
  let mistake: Int
  /// The chosen exercises, two digits each; nil for all.
  let only: [String]?

  init(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    variant = String(words[0])
    mistake = words.count == 2 ? Int(words[1]) ?? 0 : variant == "mistakes" ? 0 : 1
    only =
      parts.count > 1
      ? parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init) : nil
    let isKnown =
      ["stubs", "solutions", "alternatives", "mistakes"].contains(variant) && mistake > 0
      && words.count == (variant == "mistakes" ? 2 : 1) && parts.count <= 2
      && (only ?? []).allSatisfy { number in exercises.contains { $0.prefix(2) == number } }
    if !isKnown {
      fatalError(
        "EXERCISES=\(text) is not a known value. Unset it, or use stubs, solutions, alternatives or mistakes-1, "
          + "each followed by :05 or :01,05 if only those exercises are wanted.")
    }
  }

  var isEverything: Bool { only == nil }

  func includes(_ folder: String) -> Bool { only?.contains(String(folder.prefix(2))) ?? true }

  /// A target with the files of one variant and the given file, which makes their locks visible.
  ///
  /// A variant's folder holds Swift files and nothing else: SwiftPM remembers what this manifest returned, and would not
  /// ask again when a file is added that must be left out.
  func target(name: String, folder: String) -> Target {
    let source = variant == "stubs" ? folder : self.source(in: folder)
    guard source.hasPrefix("\(folder)/") else {
      return .target(
        name: name, dependencies: ["MiniOperations", "StandIns"], path: source, exclude: unlisted(in: source),
        swiftSettings: seen)
    }
    let variant = String(source.dropFirst(folder.count + 1))
    return .target(
      name: name, dependencies: ["MiniOperations", "StandIns"], path: folder,
      exclude: contents(of: folder).filter { $0 != variant && $0 != given }, sources: [variant, given],
      swiftSettings: seen)
  }

  /// The folder whose files are compiled; the solution if there are fewer mistakes.
  private func source(in folder: String) -> String {
    switch variant {
    case "alternatives": return "\(folder)/Alternative"
    case "mistakes":
      let names = contents(of: "\(folder)/Mistakes").filter { $0.hasSuffix(".diff") }
      return mistake <= names.count
        ? written(names[mistake - 1], in: folder) : "\(folder)/Solution"
    default: return "\(folder)/Solution"
    }
  }
}

/// The folder to which a difference of `Mistakes` was written as whole files.
///
/// `prove mistakes` writes it. On macOS the manifest is evaluated in a sandbox, in which it may not write.
func written(_ difference: String, in folder: String) -> String {
  func text(_ path: String) -> String {
    let text = (try? String(contentsOfFile: "\(Context.packageDirectory)/\(path)", encoding: .utf8)) ?? ""
    return text.replacingOccurrences(of: "\r\n", with: "\n")
  }
  let written =
    ".build/mistakes/\(folder.dropFirst("Exercises/".count))/\(difference.dropLast(".diff".count))"
  let solution = contents(of: "\(folder)/Solution").filter { $0.hasSuffix(".swift") }
  let sources = ["Mistakes/\(difference)"] + solution.map { "Solution/\($0)" } + [given]
  if text("\(written)/made-from.txt") != sources.map({ text("\(folder)/\($0)") }).joined() {
    fatalError(
      "\(folder)/Mistakes/\(difference) is not written out, or it has changed since. "
        + "Run 'swift run prove mistakes', which writes what EXERCISES=mistakes-1 compiles.")
  }
  return written
}

/// The names of everything in a folder but the Swift files.
///
/// Looked up and not listed, because the student edition has less, and a missing file would cause a warning.
func unlisted(in folder: String) -> [String] {
  contents(of: folder).filter { !$0.hasSuffix(".swift") }
}

/// The names in a folder of this package, sorted.
func contents(of folder: String) -> [String] {
  let names = try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/\(folder)")
  return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
}

func exists(_ folder: String) -> Bool {
  FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(folder)")
}
