import Foundation
import Terminal

/// The result of building an answer.
///
/// Only diagnostics of the compiler or linker count against an answer. Any other early end of a build is a
/// fault of the machine: it costs no points and is not kept.
package enum BuildOutcome: Equatable {
  case built
  /// The compiler or the linker rejects the answer.
  case refused(String)
  /// The build reached no verdict: it was ended, or something was missing.
  case machine(String)
  /// The compiler crashed, which may be the answer's fault or the machine's.
  case crash(String)

  /// The reason of a failure; nil if the build succeeded.
  package var message: String? {
    switch self {
    case .built: nil
    case .refused(let text), .machine(let text), .crash(let text): text
    }
  }

  /// Whether another build may come to a verdict.
  package var isWorthAnotherTry: Bool {
    switch self {
    case .machine, .crash: true
    case .built, .refused: false
    }
  }

  /// This outcome of a second build, after `first`: a compiler that crashes twice on the same file will do so
  /// again.
  package func after(_ first: BuildOutcome) -> BuildOutcome {
    guard case .crash(let text) = self, case .crash = first else { return self }
    return .refused("The compiler crashes on this file; it was tried twice.\n\(text)")
  }
}

extension ExerciseRunner {
  /// Builds a variant, and once more if the machine ended the build.
  package func outcome(ofBuilding variant: String) -> BuildOutcome {
    let first = outcome(of: runBuild(variant, deadline: limits.build))
    guard first.isWorthAnotherTry else { return first }
    return outcome(of: runBuild(variant, deadline: limits.build)).after(first)
  }

  /// Decides whether the answer or the machine caused the end of a build.
  package func outcome(of ending: ProgramResult) -> BuildOutcome {
    switch ending.way {
    case .exited(0): return .built
    case .timedOut:
      return .machine("The build did not end within \(seconds(ending.duration)) and was ended.")
    case .notStarted(let reason):
      return .machine("swift could not be started: \(reason). Is it in the path?")
    case .signalled(Programs.signalOfTheProcessorLimit): return .refused(tooSlow)
    case .signalled(let number):
      let text = "The build was ended by signal \(number)."
      return Programs.signalsOfACrash.contains(number) ? .crash(text) : .machine(text)
    case .exited: break
    }
    let others = ExerciseRunner.linesBesideDiagnostics(in: ending.output)
    let said = ExerciseRunner.diagnostics(in: ending.output, root: course.root.path)
    if let sign = others.first(where: { line in
      ExerciseRunner.signsOfTheMachine.contains { line.contains($0) }
    }) {
      return .machine("The build could not be completed: \(sign.prefix(300))")
    }
    // About a module that an answer imports, the compiler says no place.
    if ending.output.contains(/:\d+:\d+: error:|<unknown>:0: error: missing required module/) {
      return .refused(said)
    }
    let signals = others.compactMap { $0.firstMatch(of: /due to signal (\d+)/).flatMap { Int32($0.1) } }
    if signals.contains(Programs.signalOfTheProcessorLimit) {
      return .refused(tooSlow)
    }
    if let signal = signals.first {
      let text = "The compiler was ended by signal \(signal).\n\(said)"
      return Programs.signalsOfACrash.contains(signal) ? .crash(text) : .machine(text)
    }
    let isOfTheLinker = others.contains { line in
      ["undefined reference", "undefined symbol", "duplicate symbol", "multiple definition"].contains {
        line.lowercased().contains($0)
      }
    }
    return isOfTheLinker ? .refused(said) : .machine("The build failed without a diagnostic.\n\(said)")
  }

  private var tooSlow: String {
    "The compiler needs more than \(counted(limits.processor, "second")) of processor time."
  }

  /// Messages of a system if space, permissions or memory are missing.
  private static let signsOfTheMachine = [
    "No space left on device", "Read-only file system", "Permission denied", "Disk quota exceeded",
    "Cannot allocate memory", "Too many open files", "Input/output error", "Operation not permitted",
    "Resource temporarily unavailable", "out of memory", "Bad file descriptor", "unable to execute command",
  ]

  /// The lines of a build's output that quote no source, so no answer can decide their text.
  private static func linesBesideDiagnostics(in output: String) -> [Substring] {
    output.split(separator: "\n").filter { line in
      line.firstMatch(of: /:\d+:\d+: (?:error|warning|note|remark):/) == nil
        && line.firstMatch(of: /^ *\d* *\|/) == nil
    }
  }
}
