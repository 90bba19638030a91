import CourseKit
import Foundation
import Synchronization

/// The products of a course's build, from which one compilation and one link turn an answer into a test
/// program.
///
/// The verdict is the same as after a whole build. The flags are those of the package manager. The objects of
/// the tests belong to the module file that they were compiled against. They are used for every answer whose
/// module file has the same bytes, which means the same declarations, whatever the functions do. For any
/// other answer the tests are compiled too.
///
///     let kit = TestKit(runner)  // after runner.runBuild("stubs", …)
///     let build = kit?.build(exercise, [("Pipeline.swift", text)])
///     if case .program(let program) = build { runner.runTests(of: exercise, with: program.url) }
///
/// Several threads can build with one kit. Nothing else may build in the same folder meanwhile.
package struct TestKit: Sendable {
  /// The result of building an answer.
  package enum Build: Sendable {
    case program(TestProgram)
    /// It compiles, and uses or defines what no answer may.
    case refused(String)
    case failed(BuildOutcome)
  }

  private var runner: ExerciseRunner
  private let plan: BuildPlan
  private let folder: URL
  /// The compiled tests of each exercise, by its module; those of the package's build come first.
  private let compiled: CompiledTestsByModule
  /// Looks at what an answer uses; nil if the programs that read object files are missing.
  private let inspection: Inspection?

  /// Whether answers are refused for what they use.
  package var inspects: Bool { inspection != nil }

  /// How many compiled tests of an exercise are kept: answers often have the same declarations.
  private static let capacity = 32

  /// Makes a kit from the runner's last build; nil on a system where the package manager runs the tests, and
  /// if the plan of the build is not in the known form.
  package init?(_ runner: ExerciseRunner) {
    #if os(macOS)
      return nil
    #else
      let scratch = runner.course.scratch
      guard runner.builder == nil, let plan = BuildPlan(in: scratch) else { return nil }
      self.runner = runner
      self.plan = plan
      folder = (runner.work ?? scratch).appending(path: "kit")
      guard (try? RunFolder.empty(folder)) != nil else { return nil }
      let tools = plan.compiler.flatMap { Toolchain(compiler: $0, environment: runner.environment()) }
      inspection = tools.map { [folder] in Inspection($0, in: folder) }
      var compiled: [String: [CompiledTests]] = [:]
      for exercise in Catalogue.exercises {
        let objects = plan.objects.filter { TestKit.module(of: $0) == "\(exercise.module)Tests" }
        let module = FileManager.default.contents(
          atPath: scratch.appending(path: "debug/Modules/\(exercise.module).swiftmodule").path)
        if let module, !objects.isEmpty {
          compiled[exercise.module] = [CompiledTests(against: module, objects: objects, folder: nil)]
        }
      }
      self.compiled = CompiledTestsByModule(compiled)
    #endif
  }

  /// This kit for one submission, which it ends then.
  func until(_ end: ContinuousClock.Instant) -> TestKit {
    var kit = self
    kit.runner.limits.end = end
    return kit
  }

  /// This kit for a submission that has lost much time: a build and a run have a third of the time, and are
  /// not repeated if they do not complete.
  var hurried: TestKit {
    var kit = self
    kit.runner.tries = 1
    kit.runner.limits.tests /= 3
    kit.runner.limits.processor /= 3
    return kit
  }

  /// Builds an answer and runs the exercise's tests; also returns what the report's reader should look at.
  package func check(
    _ exercise: Exercise, _ files: [(name: String, text: String)], isPardoned: Bool = false
  ) -> (report: Report, remarks: [String]) {
    switch build(exercise, files, isPardoned: isPardoned) {
    case .program(let program):
      (runner.runTests(of: exercise, with: program.url), program.remarks)
    case .refused(let reason): (.refused(exercise, reason), [])
    case .failed(let outcome): (.of(exercise, outcome), [])
    }
  }

  /// Makes the test program of an exercise with these files; the course provides the missing ones.
  ///
  /// Where the compiler or the linker comes to no verdict, the untouched exercise tells whether the machine
  /// is the reason.
  package func build(
    _ exercise: Exercise, _ files: [(name: String, text: String)], isPardoned: Bool = false
  ) -> Build {
    let first = attempt(exercise, files, isPardoned)
    guard case .failed(let before) = first, before.isWorthAnotherTry else { return first }
    let second = runner.tries > 1 ? attempt(exercise, files, isPardoned) : first
    guard case .failed(let outcome) = second else { return second }
    guard case .machine(let message) = outcome.after(before), compilesUntouched(exercise) else {
      return .failed(outcome.after(before))
    }
    return .failed(
      .refused("With this file the build reaches no verdict, and with the untouched one it does.\n\(message)")
    )
  }

  /// Whether the machine can compile this exercise at all.
  private func compilesUntouched(_ exercise: Exercise) -> Bool {
    let place = folder.appending(path: unique(exercise.module))
    defer { try? FileManager.default.removeItem(at: place) }
    do {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try run(
        plan.compile(exercise.module, try write(exercise, [], into: place), into: place), exercise, place)
      return true
    } catch {
      return false
    }
  }

  private func attempt(
    _ exercise: Exercise, _ files: [(name: String, text: String)], _ isPardoned: Bool
  ) -> Build {
    let program = TestProgram(in: folder.appending(path: unique(exercise.module)))
    /// Whether the answer is not run for this; otherwise it is noted.
    func refuses(_ refusal: Refusal?, _ sources: [URL]) -> String? {
      guard let refusal else { return nil }
      let text = sentence(refusal, exercise, sources, program.folder)
      if !isPardoned { return text }
      program.note("pardoned: \(text)")
      return nil
    }
    do {
      let sources = try write(exercise, files, into: program.folder)
      let attribute = try refusal(ofAttributes: exercise, sources, files, program.folder)
      if let reason = refuses(attribute, sources) { return .refused(reason) }
      let said = try run(
        plan.compile(exercise.module, sources, into: program.folder), exercise, program.folder)
      let unsafe = inspection == nil ? nil : Inspection.refusal(ofWarnings: said)
      let found = try refusals(of: exercise, files.map(\.text), sources, in: program.folder)
      for refusal in [unsafe].compactMap(\.self) + found.filter({ !$0.isRemark }) {
        if let reason = refuses(refusal, sources) { return .refused(reason) }
      }
      let module = try Data(contentsOf: program.folder.appending(path: "\(exercise.module).swiftmodule"))
      let tests = try tests(of: exercise, against: module, program.folder)
      if let reason = refuses(tests.refusal, sources) { return .refused(reason) }
      for remark in found where remark.isRemark {
        program.note("look at this: \(sentence(remark, exercise, sources, program.folder))")
      }
      try withExtendedLifetime(tests) {
        let objects = objects(of: exercise, tests, answer: program.folder)
        try run(plan.link(objects, into: program.url), exercise, program.folder)
      }
      return .program(program)
    } catch let failure as NotBuilt {
      return .failed(failure.outcome)
    } catch let error as CourseError {
      return .failed(.machine("The answer could not be inspected: \(error.message)"))
    } catch {
      return .failed(.machine("The answer could not be built: \(error.localizedDescription)"))
    }
  }

  /// Why an answer is not compiled; nil if it may.
  private func refusal(
    ofAttributes exercise: Exercise, _ sources: [URL], _ files: [(name: String, text: String)],
    _ folder: URL
  ) throws -> Refusal? {
    guard inspection != nil, files.contains(where: { Inspection.mayHaveAttributes($0.text) }) else {
      return nil
    }
    let dump: ProgramResult
    do {
      dump = try run(plan.parse(exercise.module, sources), exercise, folder, outputCap: 64 << 20)
    } catch is NotBuilt {
      // The compiler says why when it compiles.
      return nil
    }
    return Inspection.refusal(ofDeclarations: dump)
  }

  /// Why an answer that was compiled is not run, and remarks.
  private func refusals(
    of exercise: Exercise, _ texts: [String], _ sources: [URL], in folder: URL
  ) throws -> [Refusal] {
    guard let inspection else { return [] }
    let place = folder.appending(path: exercise.module).path
    let found = try inspection.refusals(
      module: exercise.module, object: "\(place).o", texts: texts, try reference(exercise, inspection))
    guard found.allSatisfy(\.isRemark), try inspection.isPartlyUnseen("\(place).o") else { return found }
    // The compiler hides the accesses of a deinitializer. Whether the answer hides more shows without
    // instrumentation.
    let plain = folder.appending(path: "plain")
    try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
    try run(
      plan.compile(exercise.module, sources, into: plain, instrumented: false), exercise, folder)
    let object = plain.appending(path: "\(exercise.module).o").path
    return found + [try inspection.refusal(uninstrumented: object)].compactMap(\.self)
  }

  /// What the untouched exercise and its tests use.
  private func reference(_ exercise: Exercise, _ inspection: Inspection) throws -> Inspection.Reference {
    func objects(_ module: String) -> [String] {
      plan.objects.filter { TestKit.module(of: $0) == module && !$0.hasSuffix(".swiftmodule.o") }
    }
    let module = exercise.module
    return try inspection.reference(
      module: module, answer: objects(module), tests: objects("\(module)Tests"))
  }

  /// A refusal in words, with the line if the answer, compiled once more, tells it.
  private func sentence(_ refusal: Refusal, _ exercise: Exercise, _ sources: [URL], _ folder: URL) -> String {
    guard let inspection else { return refusal.reason }
    let lines = folder.appending(path: "lines")
    var place = refusal.line
    if !refusal.symbol.isEmpty, place == nil,
      (try? FileManager.default.createDirectory(at: lines, withIntermediateDirectories: true)) != nil,
      (try? run(plan.compile(exercise.module, sources, into: lines, withLines: true), exercise, folder))
        != nil
    {
      place = inspection.line(
        of: refusal.symbol, in: lines.appending(path: "\(exercise.module).o").path)
    }
    let name = refusal.name ?? inspection.readable(refusal.symbol)
    return "\(place ?? exercise.files[0]) \(refusal.verb) \(name.hasPrefix("a ") ? name : "'\(name)'"), "
      + "\(refusal.reason)."
  }

  /// Writes an answer and returns the files of its module.
  private func write(_ exercise: Exercise, _ files: [(name: String, text: String)], into folder: URL) throws
    -> [URL]
  {
    let course = runner.course
    let names = Set(exercise.files + course.given(of: exercise).map(\.name) + files.map(\.name))
    return try names.sorted().map { name in
      guard let text = files.first(where: { $0.name == name })?.text else {
        return course.folder(of: exercise).appending(path: name)
      }
      let file = folder.appending(path: "Exercises/\(exercise.folder)/\(name)")
      try Files.write(text, to: file)
      return file
    }
  }

  /// The tests for answers with this module file: existing ones, or compiled now.
  private func tests(of exercise: Exercise, against module: Data, _ answer: URL) throws -> CompiledTests {
    let known = compiled.tests.withLock { $0[exercise.module]?.first { $0.module == module } }
    if let known { return known }
    let name = "\(exercise.module)Tests"
    let place = folder.appending(path: unique(name))
    let object = place.appending(path: "\(name).o").path
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let tests = runner.course.tests(of: exercise)
    let sources = Files.names(in: tests).filter { $0.hasSuffix(".swift") }.map { tests.appending(path: $0) }
    try run(plan.compile(name, sources, into: place, others: answer), exercise, answer)
    let refusal = try inspection.flatMap { inspection in
      try inspection.refusal(
        module: exercise.module, tests: object, try reference(exercise, inspection))
    }
    let new = CompiledTests(against: module, objects: [object], folder: place, refusal: refusal)
    compiled.tests.withLock { compiled in
      compiled[exercise.module, default: []].append(new)
      if compiled[exercise.module, default: []].count > TestKit.capacity {
        compiled[exercise.module]?.remove(at: 1)
      }
    }
    return new
  }

  /// The objects from which a test program is linked.
  ///
  /// The answer's object comes first: while the compiler links, it keeps a file beside the first object, and
  /// two links at the same time must not use the same file.
  private func objects(of exercise: Exercise, _ tests: CompiledTests, answer: URL) -> [String] {
    let shared = plan.objects.filter { object in
      let module = TestKit.module(of: object)
      let isOfExercise = module.hasPrefix("Exercise") && module != "ExerciseSupport"
      return !object.hasSuffix(".swiftmodule.o") && !isOfExercise
    }
    return [answer.appending(path: "\(exercise.module).o").path] + tests.objects + shared
  }

  /// The module of an object, whose folder is named after it.
  private static func module(of object: String) -> String {
    let folder = object.split(separator: "/").dropLast().last ?? ""
    return String(folder.hasSuffix(".build") ? folder.dropLast(".build".count) : folder)
  }

  /// Runs the compiler or the linker, with the limits for one.
  @discardableResult
  private func run(
    _ command: [String]?, _ exercise: Exercise, _ folder: URL, outputCap: Int = 1 << 20
  ) throws -> ProgramResult {
    guard let command else {
      throw NotBuilt(outcome: .machine("The plan of the build has no command for \(exercise.module)."))
    }
    let ending = Programs.run(
      command, in: runner.course.root, environment: runner.environment(),
      deadline: runner.limits.left(of: runner.limits.build), outputCap: outputCap,
      limits: Programs.Limits(
        memory: runner.limits.memory, processor: runner.limits.processor, isNice: runner.limits.isNice),
      isTrusted: true)
    // Paths are shown relative to the student's folder.
    let output = ending.output.replacing("\(folder.path)/", with: "")
    let result = ProgramResult(
      way: ending.way, output: output, wasCut: ending.wasCut, duration: ending.duration)
    let outcome = runner.outcome(of: result)
    if outcome != .built { throw NotBuilt(outcome: outcome) }
    return result
  }

  private func unique(_ name: String) -> String { "\(name)-\(UInt64.random(in: 0 ... .max))" }

  private struct NotBuilt: Error { let outcome: BuildOutcome }
}

/// A test program with one answer; its file is removed with the last reference to it.
package final class TestProgram: Sendable {
  fileprivate let folder: URL
  /// The program.
  package let url: URL
  private let noted = Mutex<[String]>([])
  /// What a reader of the report should look at.
  package var remarks: [String] { noted.withLock { $0 } }
  fileprivate func note(_ remark: String) { noted.withLock { $0.append(remark) } }

  fileprivate init(in folder: URL) {
    self.folder = folder
    url = folder.appending(path: "tests.xctest")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// The compiled tests of each exercise, which all copies of a kit share.
private final class CompiledTestsByModule: Sendable {
  let tests: Mutex<[String: [CompiledTests]]>

  init(_ tests: [String: [CompiledTests]]) { self.tests = Mutex(tests) }
}

/// The objects of an exercise's tests, as they were compiled against one module file.
private final class CompiledTests: Sendable {
  let module: Data
  let objects: [String]
  /// Its own folder, removed with the last reference; nil if the objects are the build's.
  private let folder: URL?
  /// Why answers with this module file are not run.
  let refusal: Refusal?

  init(against module: Data, objects: [String], folder: URL?, refusal: Refusal? = nil) {
    self.refusal = refusal
    self.module = module
    self.objects = objects
    self.folder = folder
  }

  deinit { if let folder { try? FileManager.default.removeItem(at: folder) } }
}
