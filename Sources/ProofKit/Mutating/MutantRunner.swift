import AnswerKit
import CourseKit
import Foundation
import Synchronization

/// Builds changed sources and asks the tests about each change.
///
/// One program holds all mutants of a subject, each behind a switch. Mutants that the compiler complains about
/// are removed, and the build is repeated. A mutant then costs one run of the tests. With a kit, a subject is
/// built alone; without one, all subjects are built together.
struct MutantRunner {
  let exerciseRunner: ExerciseRunner
  let variant: String
  /// How long a run may take before it counts as stalled.
  let patience: Duration
  let jobs: Int
  let register: URL
  /// Builds answers; nil for the framework, and where the package manager runs the tests.
  var kit: TestKit?
  let say: @Sendable (String) -> Void
  let tell: @Sendable (String) -> Void

  /// A fault of the course itself, not of a mutant.

  // MARK: - Building

  /// Writes and builds the subjects until everything compiles.
  func build(_ subjects: inout [MutantSubject]) throws {
    let before = subjects.reduce(0) { $0 + $1.mutants.count }
    if subjects.contains(where: { $0.exercise != nil }) {
      // First without a change: a build that fails stops before the modules that the sources import exist.
      for subject in subjects { try subject.writeUnchanged() }
      tell("building without a change")
      try demandSuccess(
        exerciseRunner.runBuild(variant, deadline: exerciseRunner.limits.build), "the sources do not compile")
    }
    // Now the compiler can check each subject alone, which takes a second instead of a build.
    check(&subjects, subjects.indices)
    for round in 1...20 {
      for subject in subjects { try subject.write() }
      tell("build \(round)")
      let ending = exerciseRunner.runBuild(variant, deadline: exerciseRunner.limits.build)
      if ending.isSuccess {
        let after = subjects.reduce(0) { $0 + $1.mutants.count }
        return say("\(after) of \(before) mutants compile")
      }
      let places = subjects.indices.filter { subjects[$0].isNamed(in: ending.output) }
      if places.isEmpty { try demandSuccess(ending, "the sources with their mutants do not compile") }
      let known = subjects.map(\.mutants.count)
      for place in places { _ = subjects[place].drop(ending.output) }
      check(&subjects, places)
      if subjects.map(\.mutants.count) == known {
        try demandSuccess(ending, "the sources with their mutants do not compile, and no mutant is to blame")
      }
    }
    throw CourseError("after 20 builds there are still mutants that do not compile")
  }

  func demandSuccess(_ ending: ProgramResult, _ problem: String) throws {
    guard !ending.isSuccess else { return }
    throw CourseError(
      "\(problem):\n" + ExerciseRunner.diagnostics(in: ending.output, root: exerciseRunner.course.root.path))
  }

  /// Removes mutants that do not compile from these subjects.
  private func check(_ subjects: inout [MutantSubject], _ places: some Sequence<Int>) {
    let checked = Mutex(subjects)
    let places = Array(places)
    inParallel(places.count, atOnce: jobs) { index in
      let subject = checked.withLock { $0[places[index]] }
      let result = check(subject)
      checked.withLock { $0[places[index]] = result }
      tell("\(subject.name): \(result.mutants.count) of \(subject.mutants.count) mutants compile")
    }
    subjects = checked.withLock { $0 }
  }

  /// A subject without the mutants that do not compile.
  func check(_ subject: MutantSubject) -> MutantSubject {
    var subject = subject
    for _ in 1...60 {
      try? subject.write()
      let files = (subject.allPaths).map { subject.folder.appending(path: $0).path }
      let modules = exerciseRunner.course.scratch.appending(path: "debug/Modules").path
      // Up to the phase in which the compiler reports uninitialised variables and missing results.
      let ending = Programs.run(
        ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-swift-version", "6", "-suppress-warnings"]
          + ["-module-name", subject.module, "-package-name", "course", "-I", modules] + files,
        in: exerciseRunner.course.root, environment: exerciseRunner.environment(), deadline: .seconds(600),
        outputCap: 1 << 20, isTrusted: true)
      if ending.isSuccess || !subject.drop(ending.output) { return subject }
    }
    return subject
  }

  // MARK: - Running

  /// Runs the tests with one mutant switched on, or none, until one fails; nil if all pass.
  func complaint(
    _ subject: MutantSubject, _ number: Int?, only test: String? = nil, with own: TestProgram? = nil
  ) -> String? {
    let choices = test.map { [["--filter", NSRegularExpression.escapedPattern(for: $0)]] } ?? subject.choices
    for choice in choices {
      if let reason = complaint(number, choice, with: own) { return reason }
    }
    return nil
  }

  private func complaint(_ number: Int?, _ choice: [String], with own: TestProgram?) -> String? {
    var environment = exerciseRunner.environment()
    environment["MUTANT"] = number.map(String.init)
    let ending = Programs.run(
      exerciseRunner.testCommand(choice, program: own?.url), in: exerciseRunner.course.root,
      environment: environment,
      deadline: patience, outputCap: 1 << 20, limits: Programs.Limits(file: 64), stopAt: " recorded an issue")
    if ending.wasStopped || ending.output.contains(" recorded an issue") {
      let match = ending.output.firstMatch(
        of: /Test "(.+?)" recorded an issue|Test (\S+?)\(.*?\) recorded an issue/)
      return String(match?.1 ?? match?.2 ?? "a test")
    }
    switch ending.way {
    case .exited(0): return nil
    case .exited(let code): return "(the tests ended with \(code))"
    case .signalled(let signal): return "(the tests were ended by signal \(signal))"
    case .timedOut: return "(no end after \(seconds(patience)))"
    case .notStarted(let reason): return "(not started: \(reason))"
    }
  }

  /// The failures without a mutant, by the subjects' names.
  func complaints(_ subjects: [MutantSubject]) -> [String: String] {
    let found = Mutex<[String: String]>([:])
    inParallel(subjects.count, atOnce: jobs) { index in
      let subject = subjects[index]
      let reason = complaint(subject, nil, with: subject.program)
      found.withLock { $0[subject.name] = reason }
    }
    return found.withLock { $0 }
  }

  /// One run decides about a survivor; a mutant that was noticed must be noticed in two more runs.
  ///
  /// The number is that of the switch; nil if the program has this mutant alone.
  func outcome(
    of mutant: Mutant, in subject: MutantSubject, switch number: Int?, with own: TestProgram? = nil
  ) -> MutantOutcome {
    let name = mutant.name.description
    guard let first = complaint(subject, number, with: own) else {
      return MutantOutcome(name: name, fate: .survived, by: "")
    }
    for _ in 0..<2 {
      // The test that noticed it runs again; the other tests run only if that one passes.
      let again = first.hasPrefix("(") ? nil : complaint(subject, number, only: first, with: own)
      if again ?? complaint(subject, number, with: own) == nil {
        return MutantOutcome(name: name, fate: .sometimes, by: first)
      }
    }
    return MutantOutcome(name: name, fate: .killed, by: first)
  }

  /// The outcomes of these subjects' mutants, except those that are known already or do not compile.
  func run(_ subjects: [MutantSubject], _ wanted: Set<Int>) throws -> [Int: MutantOutcome] {
    let registers = subjects.map {
      MutantRegister(
        register.appending(path: $0.name.replacing(" ", with: "-") + ".jsonl"), fingerprint: $0.fingerprint)
    }
    let jobs = subjects.indices.flatMap { place in
      subjects[place].mutants.filter { (kit != nil || !$0.isBuilt) && wanted.contains($0.number) }
        .map { (place, $0) }
    }
    let results = Mutex<[Int: MutantOutcome]>([:])
    let tried = Mutex(0)
    try inParallel(jobs.count, atOnce: self.jobs) { index in
      let (place, mutant) = jobs[index]
      let known = registers[place].outcome(of: mutant.name.description)
      if let outcome = try known ?? found(mutant, in: subjects[place]) {
        if known == nil { try registers[place].note(outcome) }
        results.withLock { $0[mutant.number] = outcome }
      }
      let done = tried.withLock { tried in
        tried += 1
        return tried
      }
      let alive = results.withLock { $0.values.count { $0.fate != .killed } }
      tell("\(done) of \(jobs.count), \(alive) not killed: \(subjects[place].name)")
    }
    return results.withLock { $0 }
  }

  /// Finds the outcome of a mutant; nil if it does not compile.
  private func found(_ mutant: Mutant, in subject: MutantSubject) throws -> MutantOutcome? {
    guard let kit, !subject.isWoven || mutant.isBuilt else {
      return outcome(of: mutant, in: subject, switch: mutant.switch, with: subject.program)
    }
    guard let program = try alone(mutant, of: subject, kit) else { return nil }
    return outcome(of: mutant, in: subject, switch: mutant.switch, with: program)
  }
}
