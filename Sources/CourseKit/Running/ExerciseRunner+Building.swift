import Foundation

extension ExerciseRunner {
  /// The learner's files of these exercises, and nothing else in the package.
  package func variant(_ exercises: [Exercise]) -> String {
    "stubs:" + exercises.map { String($0.module.suffix(2)) }.joined(separator: ",")
  }

  /// Builds a variant with its tests; returns nil on success, otherwise the compiler's output.
  package func build(_ variant: String, deadline: Duration) -> String? {
    let ending = runBuild(variant, deadline: deadline)
    return outcome(of: ending).message
  }

  /// Builds untouched exercises, so that the next build compiles only the answers.
  package func warmUp(_ exercises: [Exercise]) throws {
    let ending = runBuild(variant(exercises), deadline: .seconds(900))
    switch outcome(of: ending) {
    case .built: break
    case .refused(let message):
      throw CourseError("the course itself does not build, so no submission can be graded.\n\(message)")
    case .machine(let message), .crash(let message):
      throw CourseError(
        "the course could not be built, so nothing was graded. Fix this and start again.\n\(message)",
        exitCode: 3)
    }
  }

  package func runBuild(_ variant: String, deadline: Duration) -> ProgramResult {
    if let builder { return builder(variant, deadline) }
    let begin = ContinuousClock.now
    tell?(.building(seconds: 0))
    return Programs.run(
      [
        "swift", "build", "--build-tests", "--scratch-path", course.scratch.path, "--manifest-cache",
        readsManifest ? "none" : "local",
      ] + flags,
      in: course.root, environment: environment(["EXERCISES": variant]), deadline: deadline,
      outputCap: 1 << 20, limits: Programs.Limits(memory: limits.memory, processor: limits.processor),
      isTrusted: true,
      stopWhen: tell.map { tell in
        {
          tell(.building(seconds: Int((.now - begin) / .seconds(1))))
          return false
        }
      })
  }

  /// Whether a compiler's output has an error in the files of an exercise, or of its tests.
  static func errors(in output: String, concern exercise: Exercise) -> Bool {
    output.split(separator: "\n").contains { line in
      line.contains("/\(exercise.folder)/") && line.firstMatch(of: /:\d+:\d+: error:/) != nil
    }
  }

  /// The diagnostics in a compiler's output: each one once, with its lines of source, and nothing else.
  ///
  /// If there is none, for example after an error of the linker, the end of the output without progress
  /// lines.
  package static func diagnostics(in output: String, root: String) -> String {
    var blocks: [[String]] = []
    var isOpen = false
    for line in output.replacing("\(root)/", with: "").split(separator: "\n").map(String.init) {
      let isDiagnostic = line.firstMatch(of: /^[^ |]+:\d+:\d+: (?:error|warning|note):/) != nil
      if isDiagnostic { blocks.append([]) }
      let isSource = line.firstMatch(of: /^ *\d* *\|/) != nil
      isOpen = isDiagnostic || isOpen && isSource
      if isOpen { blocks[blocks.count - 1].append(line) }
    }
    var seen: Set<String> = []
    let errors = blocks.filter { $0[0].contains(": error: ") && seen.insert($0[0]).inserted }
    if errors.isEmpty {
      let lines = output.split(separator: "\n").filter { $0.firstMatch(of: /^\[\d+\/\d+\]/) == nil }
      return String(lines.joined(separator: "\n").suffix(4000))
    }
    let text = errors.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    return text.count > 4000 ? text.prefix(4000) + "\n(cut here)" : text
  }
}
