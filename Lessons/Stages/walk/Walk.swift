import Foundation
import Terminal

/// Leads through stages on a terminal: what is new, what held before, what breaks now.
struct Walk {
  let colours = Colours()
  let width = max(40, Terminal.width)
  /// The folder `Lessons/Stages`.
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// Shows these stages; false if a scenario did not end as it must.
  func run(_ stages: [Stage]) throws -> Bool {
    var isRight = true
    for stage in stages {
      try show(stage)
      if let before = Stage.all.first(where: { $0.number == stage.number - 1 })?.breaks {
        pause("to run the scenario that broke stage \(stage.number - 1)")
        isRight = play(before, on: stage.number, before.onTheNext, expecting: .held) && isRight
      }
      if let breaks = stage.breaks {
        pause("to see it break")
        isRight = play(breaks, on: stage.number, breaks.here, expecting: .broke) && isRight
        if stage.number < stages.last?.number ?? 0 { pause("for stage \(stage.number + 1)") }
      }
    }
    if stages.last?.number == Stage.all.count { showTheRest() }
    return isRight
  }

  // MARK: The parts of a stage

  private func show(_ stage: Stage) throws {
    say("")
    say(colours.bold("Stage \(stage.number) of \(Stage.all.count): \(stage.name)"))
    paragraph(stage.question)
    say("")
    paragraph(stage.adds)
    say("")
    let text = try source(stage.path)
    let older = Stage.all.first { $0.number == stage.number - 1 && $0.file == stage.file }
    let old = try older.map { try source($0.path) } ?? ""
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    paragraph(
      "Lessons/Stages/\(stage.path), \(count) lines"
        + (older.map { "; new since stage \($0.number):" } ?? ", the whole file:"))
    for (index, hunk) in Difference(from: old, to: text).hunks().enumerated() {
      if index > 0 { say(colours.dim("  …")) }
      for line in Difference.joiningComments(hunk) { show(line, isWhole: older == nil) }
    }
    say("")
  }

  private func show(_ line: Difference.Line, isWhole: Bool) {
    let sign = isWhole ? "  " : line.kind == .added ? "+ " : line.kind == .removed ? "- " : "  "
    for (index, piece) in pieces(of: line.text).enumerated() {
      let text = (index == 0 || !sign.hasPrefix("-") ? sign : "  ") + piece
      switch line.kind {
      case _ where isWhole, .kept: say(text)
      case .added: say(colours.green(text))
      case .removed: say(colours.red(text))
      }
    }
  }

  /// A line of source, wrapped: a comment continues as a comment, code is indented.
  private func pieces(of line: String) -> [String] {
    guard let sign = Difference.commentSign(of: line) else {
      return line.wrapped(to: width - 2, indent: "  ")
    }
    return line.dropFirst(sign.count + 1).wrapped(to: width - 2 - sign.count - 3, indent: "  ")
      .map { sign + " " + $0.drop { $0 == " " } }
  }

  private func play(
    _ breaks: Stage.Break, on number: Int, _ scenario: @escaping Scenario, expecting end: Outcome.End
  ) -> Bool {
    paragraph(colours.bold("\(breaks.file) on stage \(number)") + ". \(breaks.sentence)")
    let outcome = Outcome.of(scenario)
    for line in outcome.lines { paragraph("   \(line)") }
    switch outcome.end {
    case .held where end == .broke:
      say(colours.green("✓ it holds on stage \(number): you have repaired it"))
      paragraph("Compare your repair with stage \(number + 1); 'git checkout Lessons/Stages' undoes it.")
      say("")
      return true
    case .held: say(colours.green("✓ it holds on stage \(number)"))
    case .broke: say(colours.red("✗ it breaks stage \(number)"))
    case .stoodStill: say(colours.red("✗ it stood still on stage \(number), and was given up after 10 s"))
    }
    if outcome.end != end { paragraph("This is not what stage \(number) promises. Was its file changed?") }
    say("")
    return outcome.end == end
  }

  private func showTheRest() {
    say(colours.bold("And then"))
    paragraph("Sources/MiniOperations is the same, complete and fast. What it adds:")
    for line in Stage.whatTheFrameworkAdds { paragraph("- \(line)") }
  }

  // MARK: The terminal

  /// Waits for Return on a terminal; the end of the input counts as Return.
  private func pause(_ purpose: String) {
    guard Terminal.isInteractive else { return }
    Terminal.write(colours.dim("Press Return \(purpose). "))
    _ = Keyboard.line()
  }

  private func paragraph(_ text: String) {
    for part in text.wrapped(to: width, indent: "  ") { say(part) }
  }

  private func say(_ text: String) {
    Terminal.show(text + "\n")
  }

  private func source(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
