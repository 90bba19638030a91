import Foundation
import Typesetting

/// Builds the tests of exercises and runs them, one exercise in a process of its own.
///
/// The learner's check, the author's proof and the instructor's grading all come here, so that a learner's
/// green is a teacher's green.
public struct Workshop: Sendable {
  let course: Course
  let limits: Limits
  /// What keeps a learner's code in while its tests run.
  var sandbox = Sandbox.none
  /// Whether the manifest is read again, because folders may have been added since; it costs half a second.
  var readsManifest = false

  /// Starts a build; replaced where a test plays the compiler.
  var builder: (@Sendable (_ variant: String, _ deadline: Duration) -> Ending)?

  /// How a build is called: one for grading needs nothing for a debugger, and may run in a sandbox itself.
  ///
  /// Each flag is handed on to the compiler, so that what was built with others is built once more.
  var flags = ["-Xswiftc", "-gnone", "--disable-sandbox"]

  /// What a run may take.
  public struct Limits: Sendable {
    /// For building.
    public var build = Duration.seconds(600)
    /// For each exercise that is built together with others, besides.
    public var buildEachMore = Duration.seconds(10)
    /// For the tests of one exercise; each of them has a deadline of its own besides.
    public var tests = Duration.seconds(120)
    /// Of what is printed, in bytes.
    public var output = 256 * 1024
    /// Of a file that is written, in megabytes; 0 for no limit.
    public var file = 64
    /// Of all files in the folder of a run, in megabytes.
    public var folder = 128
    /// Of processor time for each process of a build, in seconds; 0 for no limit.
    ///
    /// Processor time is the same on a busy machine, so it tells an answer that is too slow to compile from a
    /// machine that is too busy.
    public var processor = 0
    /// Of memory that the tests or the compiler ask for, in megabytes; 0 for no limit.
    public var memory = 0

    /// The limits for a learner's own machine.
    public init() {}
  }

  /// A workshop for one course.
  public init(_ course: Course, limits: Limits = Limits()) {
    self.course = course
    self.limits = limits
  }

  /// Builds and runs one exercise as the learner has it.
  public func check(_ exercise: Exercise) -> Report {
    let outcome = outcome(ofBuilding: variant([exercise]))
    return outcome == .built ? runTests(of: exercise) : .of(exercise, outcome)
  }

  /// Builds an answer with what a build has left, and runs the exercise's tests.
  func check(_ exercise: Exercise, _ files: [(name: String, text: String)], with kit: TestKit) -> Report {
    switch kit.build(exercise, files) {
    case .program(let program): runTests(of: exercise, with: program)
    case .failed(let outcome): .of(exercise, outcome)
    }
  }

  /// Builds and runs several exercises as the learner has them; what does not compile costs only itself.
  ///
  /// All that compiles is built at once, which is sooner done than one after the other. The rest is built each
  /// by itself: that something does not compile is never said because of the company that it was in.
  func check(_ exercises: [Exercise], onto tell: (Report) -> Void = { _ in }) -> [Report] {
    var together = exercises
    while together.count > 1 {
      let ending = runBuild(variant(together), deadline: limits.build + limits.buildEachMore * together.count)
      if ending.isSuccess { break }
      let innocent = together.filter { !Workshop.errors(in: ending.output, concern: $0) }
      // The linker names no file, and neither does a deadline.
      together = innocent.count < together.count ? innocent : []
    }
    if together.count == 1 { together = [] }
    func report(_ exercises: [Exercise], _ check: (Exercise) -> Report) -> [Report] {
      exercises.map { exercise in
        let report = check(exercise)
        tell(report)
        return report
      }
    }
    // Those that are built are run first: building another one takes their place.
    let alone = exercises.filter { exercise in !together.contains { $0.number == exercise.number } }
    return (report(together) { runTests(of: $0) } + report(alone, check)).sorted { $0.exercise < $1.exercise }
  }
}

func seconds(_ duration: Duration) -> String { counted(Int(duration / .seconds(1)), "second") }
