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

  private var compiler: AnswerCompiler
  private let folder: URL
  /// The compiled tests of each exercise, by its module; those of the package's build come first.
  private let compiled: CompiledTestsByModule

  /// Whether answers are refused for what they use.
  package var inspects: Bool { compiler.inspection != nil }

  /// How many compiled tests of an exercise are kept: answers often have the same declarations.
  private static let capacity = 32

  /// Makes a kit from the runner's last build; nil on a system where the package manager runs the tests, and
  /// if the plan of the build is not in the known form.
  package init?(_ runner: ExerciseRunner) {
    #if os(macOS)
      return nil
    #else
      let scratch = runner.course.scratch
      folder = (runner.work ?? scratch).appending(path: "kit")
      guard runner.builder == nil, let compiler = AnswerCompiler(runner, in: folder),
        (try? RunFolder.empty(folder)) != nil
      else { return nil }
      self.compiler = compiler
      var compiled: [String: [CompiledTests]] = [:]
      for exercise in Catalogue.exercises {
        let objects = compiler.plan.objects(of: "\(exercise.module)Tests")
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
    kit.compiler.runner.limits.end = end
    return kit
  }

  /// This kit for a submission that has lost much time: a build and a run have a third of the time, and are
  /// not repeated if they do not complete.
  var hurried: TestKit {
    var kit = self
    kit.compiler.runner.tries = 1
    kit.compiler.runner.limits.tests /= 3
    kit.compiler.runner.limits.processor /= 3
    return kit
  }

  /// Builds an answer and runs the exercise's tests; also returns what the report's reader should look at.
  package func check(
    _ exercise: Exercise, _ files: [(name: String, text: String)], isPardoned: Bool = false
  ) -> (report: Report, remarks: [String]) {
    switch build(exercise, files, isPardoned: isPardoned) {
    case .program(let program):
      (compiler.runner.runTests(of: exercise, with: program.url), program.remarks)
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
    let second = compiler.runner.tries > 1 ? attempt(exercise, files, isPardoned) : first
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
      let sources = try compiler.write(exercise, [], into: place)
      try compiler.run(
        compiler.plan.compile(exercise.module, sources, into: place), exercise, place)
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
    func refuses(_ refusal: Finding?, _ sources: [URL]) -> String? {
      guard let refusal else { return nil }
      let text = compiler.sentence(refusal, exercise, sources, program.folder)
      if !isPardoned { return text }
      program.note("pardoned: \(text)")
      return nil
    }
    do {
      let sources = try compiler.write(exercise, files, into: program.folder)
      let found = try compiler.compile(
        exercise, sources, files.map(\.text), into: program.folder, { try reference(exercise, $0) },
        isPardoned: isPardoned)
      for refusal in found where !refusal.isRemark {
        if let reason = refuses(refusal, sources) { return .refused(reason) }
      }
      let module = try Data(contentsOf: program.folder.appending(path: "\(exercise.module).swiftmodule"))
      let tests = try tests(of: exercise, against: module, program.folder)
      if let reason = refuses(tests.refusal, sources) { return .refused(reason) }
      for remark in found where remark.isRemark {
        program.note(compiler.sentence(remark, exercise, sources, program.folder))
      }
      try withExtendedLifetime(tests) {
        let objects = objects(of: exercise, tests, answer: program.folder)
        try compiler.run(compiler.plan.link(objects, into: program.url), exercise, program.folder)
      }
      return .program(program)
    } catch let failure as AnswerCompiler.NotBuilt {
      return .failed(failure.outcome)
    } catch let error as CourseError {
      return .failed(.machine("The answer could not be inspected: \(error.message)"))
    } catch {
      return .failed(.machine("The answer could not be built: \(error.localizedDescription)"))
    }
  }

  /// What the untouched exercise and its tests use.
  private func reference(_ exercise: Exercise, _ inspection: Inspection) throws -> Inspection.Reference {
    let module = exercise.module
    return try inspection.reference(
      module: module, answer: compiler.plan.objects(of: module),
      tests: compiler.plan.objects(of: "\(module)Tests"))
  }

  /// The tests for answers with this module file: existing ones, or compiled now.
  private func tests(of exercise: Exercise, against module: Data, _ answer: URL) throws -> CompiledTests {
    let known = compiled.tests.withLock { $0[exercise.module]?.first { $0.module == module } }
    if let known { return known }
    let name = "\(exercise.module)Tests"
    let place = folder.appending(path: unique(name))
    let object = place.appending(path: "\(name).o").path
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let tests = compiler.runner.course.tests(of: exercise)
    let sources = Files.names(in: tests).filter { $0.hasSuffix(".swift") }.map { tests.appending(path: $0) }
    try compiler.run(compiler.plan.compile(name, sources, into: place, others: answer), exercise, answer)
    let refusal = try compiler.inspection.flatMap { inspection in
      try inspection.refusal(
        module: exercise.module, tests: [object], try reference(exercise, inspection))
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
    let shared = compiler.plan.objects.filter { object in
      let module = BuildPlan.module(of: object)
      let isOfExercise = module.hasPrefix("Exercise") && module != "ExerciseSupport"
      return !object.hasSuffix(".swiftmodule.o") && !isOfExercise
    }
    return [answer.appending(path: "\(exercise.module).o").path] + tests.objects + shared
  }

  private func unique(_ name: String) -> String { "\(name)-\(UInt64.random(in: 0 ... .max))" }
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
  let refusal: Finding?

  init(against module: Data, objects: [String], folder: URL?, refusal: Finding? = nil) {
    self.refusal = refusal
    self.module = module
    self.objects = objects
    self.folder = folder
  }

  deinit { if let folder { try? FileManager.default.removeItem(at: folder) } }
}
