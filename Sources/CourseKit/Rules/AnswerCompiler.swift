import Dispatch
import Foundation
import Synchronization
import Terminal

/// Compiles an answer alone and applies the rules: the same for a learner's check as for grading.
package struct AnswerCompiler: Sendable {
  package var runner: ExerciseRunner
  package let plan: BuildPlan
  /// Looks at what an answer uses; nil if the programs that read object files are missing.
  package let inspection: Inspection?

  /// Uses the commands of the runner's last build, and `folder` for files between two programs; nil if their
  /// plan is not in the known form.
  package init?(_ runner: ExerciseRunner, in folder: URL) {
    guard let plan = BuildPlan(in: runner.course.scratch) else { return nil }
    self.runner = runner
    self.plan = plan
    let tools = plan.compiler.flatMap { Toolchain(compiler: $0, environment: runner.environment()) }
    inspection = tools.map { Inspection($0, in: folder) }
  }

  /// The compiler or the linker came to another end than an object or a program.
  package struct NotBuilt: Error {
    package let outcome: BuildOutcome
  }

  /// Compiles an answer into `folder` and returns what the rules say of it.
  ///
  /// It is not compiled if its attributes are refused, unless it is pardoned.
  package func compile(
    _ exercise: Exercise, _ sources: [URL], _ texts: [String], into folder: URL,
    _ reference: (Inspection) throws -> Inspection.Reference, isPardoned: Bool = false
  ) throws -> [Finding] {
    let attribute = try refusal(ofAttributes: exercise, sources, texts, folder)
    if let attribute, !isPardoned { return [attribute] }
    let said = try run(plan.compile(exercise.module, sources, into: folder), exercise, folder)
    guard let inspection else { return [] }
    let unsafe = Inspection.refusal(ofWarnings: said)
    return try [attribute, unsafe].compactMap(\.self)
      + refusals(of: exercise, texts, sources, inspection, reference(inspection), in: folder)
  }

  /// Why an answer is not compiled; nil if it may.
  private func refusal(
    ofAttributes exercise: Exercise, _ sources: [URL], _ texts: [String], _ folder: URL
  ) throws -> Finding? {
    guard inspection != nil, texts.contains(where: Inspection.mayHaveAttributes) else { return nil }
    let dump: ProgramResult
    do {
      dump = try run(plan.parse(exercise.module, sources), exercise, folder, outputCap: 64 << 20)
    } catch is NotBuilt {
      // The compiler says why when it compiles; if it does not, nobody has read the attributes.
      try run(plan.compile(exercise.module, sources, into: folder), exercise, folder)
      return Finding(symbol: "", verb: "has", name: "declarations", reason: "which could not be read")
    }
    return Inspection.refusal(ofDeclarations: dump)
  }

  /// Why an answer that was compiled is not run, and remarks.
  private func refusals(
    of exercise: Exercise, _ texts: [String], _ sources: [URL], _ inspection: Inspection,
    _ reference: Inspection.Reference, in folder: URL
  ) throws -> [Finding] {
    let place = folder.appending(path: exercise.module).path
    let found = try inspection.refusals(
      module: exercise.module, object: "\(place).o", texts: texts, reference)
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

  /// A refusal in words, with the line if the answer, compiled once more, tells it.
  package func sentence(
    _ refusal: Finding, _ exercise: Exercise, _ sources: [URL], _ folder: URL
  ) -> String {
    guard let inspection else { return refusal.reason }
    let lines = folder.appending(path: "lines")
    var place = refusal.line
    let object = lines.appending(path: "\(exercise.module).o")
    if !refusal.symbol.isEmpty, place == nil {
      // Compiled for the first finding of an answer.
      if !Files.exists(object) {
        try? FileManager.default.createDirectory(at: lines, withIntermediateDirectories: true)
        _ = try? run(
          plan.compile(exercise.module, sources, into: lines, withLines: true), exercise, folder)
      }
      place = inspection.line(of: refusal.symbol, in: object.path)
    }
    let name = refusal.name ?? inspection.readable(refusal.symbol)
    return "\(refusal.isRemark ? "look at this: " : "")\(place ?? exercise.files[0]) \(refusal.verb) "
      + "\(name.hasPrefix("a ") ? name : "'\(name)'"), \(refusal.reason)."
  }

  /// Writes an answer and returns the files of its module; the course provides the missing ones.
  package func write(
    _ exercise: Exercise, _ files: [(name: String, text: String)], into folder: URL
  ) throws -> [URL] {
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

  /// Runs the compiler or the linker, with the limits for one.
  @discardableResult package func run(
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
}

extension ExerciseRunner {
  /// Runs the tests of a learner's answer that was built, and applies the rules of grading meanwhile.
  func judge(_ exercise: Exercise) -> Report {
    let found = Mutex<(refusal: String?, remarks: [String])>((nil, []))
    let report = Mutex<Report?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { part in
      if part == 0 {
        let tested = runTests(of: exercise)
        report.withLock { $0 = tested }
      } else if let said = try? rules(on: exercise) {
        found.withLock { $0 = said }
      }
    }
    let tested = report.withLock(\.self) ?? .notGraded(exercise, "")
    let (refusal, remarks) = found.withLock(\.self)
    return tested.with(refusal, remarks)
  }

  /// What a grader would refuse in a learner's files, and remark on; nothing where no copy of the stub is
  /// kept.
  func rules(on exercise: Exercise) throws -> (refusal: String?, remarks: [String]) {
    let stubs = exercise.files.compactMap { name in course.stub(name, of: exercise).map { (name, $0) } }
    let folder = (work ?? course.scratch).appending(path: "rules")
    // With another compiler or framework, this module is built again, and then the stub is, too.
    let built = try? FileManager.default.attributesOfItem(
      atPath: course.scratch.appending(path: "debug/Modules/MiniOperations.swiftmodule").path)
    let version = Fingerprint(stubs.map(\.1) + ["\(String(describing: built?[.modificationDate]))"]).text
    let untouched = folder.appending(path: "\(exercise.module)-\(version)")
    let answer = folder.appending(path: exercise.module)
    guard builder == nil, stubs.count == exercise.files.count,
      let compiler = AnswerCompiler(self, in: folder),
      let inspection = compiler.inspection
    else { return (nil, []) }
    let files = course.answers(to: exercise)
    // An untouched exercise needs no look.
    if files.allSatisfy({ file in stubs.contains { $0 == file } }) { return (nil, []) }
    try Files.removeIfThere(answer)
    let sources = try compiler.write(exercise, files, into: answer)
    let tests = compiler.plan.objects(of: "\(exercise.module)Tests")
    func reference(_ inspection: Inspection) throws -> Inspection.Reference {
      let object = untouched.appending(path: "\(exercise.module).o").path
      if !FileManager.default.fileExists(atPath: object) {
        for old in Files.folders(in: folder) where old.hasPrefix("\(exercise.module)-") {
          try Files.removeIfThere(folder.appending(path: old))
        }
        let sources = try compiler.write(exercise, stubs, into: untouched)
        try compiler.run(
          compiler.plan.compile(exercise.module, sources, into: untouched), exercise, untouched)
      }
      return try inspection.reference(module: exercise.module, answer: [object], tests: tests)
    }
    var found = try compiler.compile(exercise, sources, files.map(\.text), into: answer, reference)
    if found.allSatisfy(\.isRemark) {
      found += [try inspection.refusal(module: exercise.module, tests: tests, reference(inspection))]
        .compactMap(\.self)
    }
    func sentence(_ refusal: Finding) -> String { compiler.sentence(refusal, exercise, sources, answer) }
    if let refusal = found.first(where: { !$0.isRemark }) { return (sentence(refusal), []) }
    return (nil, found.map(sentence))
  }
}
