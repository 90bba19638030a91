import Foundation
import Terminal

/// Builds the tests of exercises and runs them, each exercise in its own process.
///
/// The learner's check, the author's proof and the instructor's grading all use it, so that an answer that
/// passes for the learner passes for the teacher.
package struct ExerciseRunner: Sendable {
  package let course: Course
  package var limits: Limits
  /// The folder for the files of runs, and of answers that are built; nil for the folder of builds.
  package var work: URL?
  /// Starts the tests of an answer.
  package var launcher: any Launcher = PlainLauncher()
  /// Called several times a second with the present step; nil if no learner waits.
  package var tell: (@Sendable (Activity) -> Void)?
  /// How often a run is started that does not complete.
  package var tries = 2
  /// Which requirements are tried.
  package var scope = Scope.coreFirst
  /// Whether the manifest is evaluated again, because folders may have been added; it costs half a second.
  package var readsManifest = false

  /// Whether the framework and the Explorer are compiled for speed, in a build folder of their own.
  ///
  /// The tests of an exercise then take a third of the time. An answer is compiled as its learner compiles
  /// it.
  package var isOptimised = false

  /// Starts a build; a test replaces it to simulate the compiler.
  package var builder: (@Sendable (_ variant: String, _ deadline: Duration) -> ProgramResult)?

  /// The flags of a build: of all debug information only the lines are needed, which the table of a data race
  /// names; each module at once, which takes a third less; no index of the system's modules, which takes a
  /// quarter less; and it may itself run in a sandbox.
  ///
  /// Changing the flags invalidates earlier builds.
  package var flags =
    [
      "-gline-tables-only", "-wmo", "-num-threads", "1", "-no-emit-module-separately-wmo",
      "-index-ignore-system-modules",
    ]
    .flatMap { ["-Xswiftc", $0] } + ["--disable-sandbox"]

  /// Which requirements of an exercise are tried.
  package enum Scope: Sendable {
    /// The core, and then the depth if the core holds.
    case coreFirst
    /// Core and depth, whether or not the core holds.
    case everything
    /// The core alone.
    case core
  }

  /// The limits of a build and a run.
  package struct Limits: Sendable {
    /// For one build.
    package var build = Duration.seconds(600)
    /// Added for each further exercise that is built together with the first.
    package var buildEachMore = Duration.seconds(10)
    /// For the tests of one exercise; each test also has its own deadline.
    package var tests = Duration.seconds(120)
    /// How long the runs of a submission that do not complete may take before the others are hurried.
    package var lostTime = Duration.seconds(120)
    /// When everything of a submission is ended, whatever it does.
    package var end: ContinuousClock.Instant?
    /// For the output, in bytes.
    package var output = 256 * 1024
    /// For each file that is written, in megabytes; 0 for no limit.
    package var file = 64
    /// For all files in the folder of a run, in megabytes.
    package var folder = 128
    /// For the processor time of each process of a build, in seconds; 0 for no limit.
    ///
    /// A busy machine does not change processor time, so this limit distinguishes an answer that compiles too
    /// slowly from a machine that is too busy.
    package var processor = 0
    /// Whether all of it gives way to the other programs of the machine.
    package var isNice = false
    /// For the memory that the tests or the compiler request, in megabytes; 0 for no limit.
    package var memory = 0

    /// The limits for a learner's own machine.
    package init() {}

    /// That time, or what is left of it before the end.
    package func left(of time: Duration) -> Duration {
      end.map { max(.zero, min(time, ContinuousClock.now.duration(to: $0))) } ?? time
    }
  }

  /// Makes a runner for one course.
  package init(_ course: Course, limits: Limits = Limits()) {
    self.course = course
    self.limits = limits
  }

  /// Builds and runs one exercise with the learner's files.
  package func check(_ exercise: Exercise) -> Report {
    let outcome = outcome(ofBuilding: variant([exercise]))
    return outcome == .built ? judge(exercise) : .of(exercise, outcome)
  }

  /// Builds and runs several exercises with the learner's files; one that does not compile affects no other.
  ///
  /// Exercises that compile are built together, which is faster than one at a time. The others are built one
  /// by one, so that "does not compile" is never reported because of another exercise.
  package func check(_ exercises: [Exercise], onto tell: (Report) -> Void = { _ in }) -> [Report] {
    var together = exercises
    while together.count > 1 {
      let ending = runBuild(variant(together), deadline: limits.build + limits.buildEachMore * together.count)
      if ending.isSuccess { break }
      let innocent = together.filter { !ExerciseRunner.errors(in: ending.output, concern: $0) }
      // Neither the linker nor a deadline names a file.
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
    // Built exercises run first: building another one replaces their program.
    let alone = exercises.filter { exercise in !together.contains { $0.number == exercise.number } }
    return (report(together, judge) + report(alone, check)).sorted { $0.exercise < $1.exercise }
  }
}

package func seconds(_ duration: Duration) -> String { counted(Int(duration / .seconds(1)), "second") }
