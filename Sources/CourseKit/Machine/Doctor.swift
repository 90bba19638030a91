import Foundation
import Terminal

/// Finds what is missing or unusual on this machine for the course.
package struct Doctor: Sendable {
  /// The result of one check.
  package struct Finding: Equatable, Sendable {
    /// Whether the subject is in order.
    package enum State: Sendable { case good, unusual, missing }

    /// Whether the subject is in order.
    package let state: State
    /// The part of the machine that was checked.
    package let subject: String
    /// The result, in a few words.
    package let text: String
    /// The remedy; empty if none is needed.
    package var advice: String

    package init(state: State, subject: String, text: String, advice: String = "") {
      self.state = state
      self.subject = subject
      self.text = text
      self.advice = advice
    }
  }

  let course: Course
  let environment: [String: String]

  /// Makes a doctor for this machine and this copy of the course.
  package init(_ course: Course, environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.course = course
    self.environment = environment
  }

  /// All findings; requirements come first.
  package func examine() -> [Finding] {
    let version = Programs.run(
      ["swift", "--version"], in: course.root, environment: environment, deadline: .seconds(60),
      outputCap: 4000, isTrusted: true)
    return [
      Doctor.toolchain(version.isSuccess ? version.output : nil), machine, room, variable,
      Doctor.locale(environment), terminal, lineEnds(),
    ].compactMap(\.self)
  }

  // MARK: What is needed

  /// The oldest toolchain that the manifest allows.
  static let oldest = (6, 2)

  static func toolchain(_ output: String?) -> Finding {
    guard let output, let match = output.firstMatch(of: /Swift version (\d+)\.(\d+)(?:\.(\d+))?/) else {
      return Finding(
        state: .missing, subject: "toolchain", text: "'swift --version' prints no version",
        advice: "Install Swift 6.2 or newer from swift.org, and put it into the path.")
    }
    let version = (Int(match.1) ?? 0, Int(match.2) ?? 0)
    let text = "Swift \(match.0.dropFirst("Swift version ".count))"
    guard version >= oldest else {
      return Finding(
        state: .missing, subject: "toolchain", text: "\(text) is too old",
        advice: "Install Swift 6.2 or newer from swift.org.")
    }
    return Finding(state: .good, subject: "toolchain", text: text)
  }

  // MARK: The machine

  private var machine: Finding {
    let gigabytes = Int((Double(ProcessInfo.processInfo.physicalMemory) / 1e9).rounded())
    return Finding(
      state: gigabytes < 4 ? .unusual : .good, subject: "machine",
      text: "\(counted(Programs.processors, "processor")), \(gigabytes) GB of memory",
      advice: gigabytes < 4 ? "The system may end builds for lack of memory. Close other programs." : "")
  }

  private var room: Finding? {
    let values = try? course.root.resourceValues(forKeys: [.volumeAvailableCapacityKey])
    return values?.volumeAvailableCapacity.map(Doctor.disk)
  }

  /// The disk with `free` bytes free: one exercise alone takes a tenth of a gigabyte, everything with all
  /// tests 0.7.
  static func disk(_ free: Int) -> Finding {
    let megabytes = free / 1_000_000
    return Finding(
      state: megabytes < 200 ? .missing : megabytes < 1000 ? .unusual : .good, subject: "disk",
      text: megabytes < 1000 ? "\(megabytes) MB free" : "\(megabytes / 1000) GB free",
      advice: megabytes < 1000
        ? "A build with all tests takes about 0.7 GB. Free some space, or delete .build." : "")
  }

  // MARK: Input and output

  private var variable: Finding? {
    guard let value = environment["EXERCISES"] else { return nil }
    return Finding(
      state: .unusual, subject: "EXERCISES", text: "is set to '\(value)'",
      advice: "Plain 'swift test' then compiles something other than your files. Enter: unset EXERCISES")
  }

  static func locale(_ environment: [String: String]) -> Finding {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    guard let name = names.first(where: { environment[$0]?.isEmpty == false }), let value = environment[name]
    else { return Finding(state: .good, subject: "locale", text: "not set, so UTF-8 is assumed") }
    let isRich = value.lowercased().contains("utf")
    return Finding(
      state: isRich ? .good : .unusual, subject: "locale", text: "\(name)=\(value)",
      advice: isRich ? "" : "Symbols are shown in ASCII. Enter: export LC_ALL=C.UTF-8")
  }

  private var terminal: Finding {
    guard let width = Terminal.columns else {
      return Finding(state: .good, subject: "terminal", text: "none: no colours, no keys, 80 columns")
    }
    let text = "\(width) columns, \(Terminal.hasColours ? "colours" : "no colours")"
    return Finding(
      state: width < 80 ? .unusual : .good, subject: "terminal", text: text,
      advice: width < 80 ? "Tables and charts need 80 columns or more." : "")
  }

  /// Whether files of the course have the line ends of Windows.
  func lineEnds() -> Finding {
    let folders = ["Exercises", "Lessons", "Tests"].map { course.root.appending(path: $0) }
    let files = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.map { folder.appending(path: $0) }
    }
    let count = files.count { FileManager.default.contents(atPath: $0.path)?.contains(13) == true }
    guard count > 0 else { return Finding(state: .good, subject: "line ends", text: "LF in every file") }
    return Finding(
      state: .unusual, subject: "line ends", text: "\(counted(count, "file")) with CR LF",
      advice:
        "The course reads both. To clone with LF: git config --global core.autocrlf input, then clone again.")
  }
}

extension [Doctor.Finding] {
  /// Prints the findings, and returns 1 if something is missing, otherwise 0.
  package func show() -> Int32 {
    for finding in self {
      let mark: String
      switch finding.state {
      case .good: mark = Console.good("✓")
      // As wide as the others, also where signs are written in ASCII.
      case .unusual: mark = Terminal.hasUnicode ? "○" : "- "
      case .missing: mark = Console.bad("✘")
      }
      Console.print("\(mark) \(finding.subject.padded(to: 10)) \(finding.text)")
      if !finding.advice.isEmpty { Console.print(Console.dim(Console.indented(finding.advice, by: 13))) }
    }
    let missing = count { $0.state == .missing }
    Console.print(
      missing == 0 ? "\nNothing is missing." : "\n\(counted(missing, "thing")) must be put right first.")
    return missing == 0 ? 0 : 1
  }
}
