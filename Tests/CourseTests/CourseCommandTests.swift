import Foundation
import Terminal
import TestSupport
import Testing

@testable import CourseKit
@testable import course

/// The course command: an editor, a comparison, a check of the machine.
@Suite struct `The course command` {
  @Test(arguments: [
    (["VISUAL": "code --wait", "EDITOR": "vi"], "code --wait"), (["VISUAL": " ", "EDITOR": "vi"], "vi"),
    ([:], "code"),
  ])
  func `The editor is VISUAL, then EDITOR, then VS Code`(_ environment: [String: String], _ name: String) {
    #expect(Editor(environment: environment) { $0 == "code" }?.name == name)
  }

  @Test func `If no editor is known, none is started`() {
    #expect(Editor(environment: [:]) { _ in false } == nil)
  }

  @Test func `An editor with arguments gets each file as one word`() throws {
    let editor = try #require(Editor(environment: ["VISUAL": "printf '[%s]'"]) { _ in false })
    let ending = Programs.run(
      editor.words + ["a b.swift", "线程.swift"], in: URL(filePath: "/"),
      environment: ["PATH": "/usr/bin:/bin"],
      deadline: .seconds(60), outputCap: 1000)
    #expect(ending.output == "[a b.swift][线程.swift]")
  }

  @Test func `Lines that differ are beside each other, in columns of any script`() {
    let comparison = Comparison("let 线 = 1\nb\nc\n", "let 线 = 2\nb\nc\nd\n")
    let text = comparison.text(titles: ("yours", "solution"), width: 80, colours: Colours(isOn: false))
    #expect(
      text == """
        yours      │ solution
        let 线 = 1 ≠ let 线 = 2
        b          │ b
        c          │ c
                   > d
        """)
  }

  @Test(arguments: [
    ("Swift version 6.3.1 (swift-6.3.1-RELEASE)", Doctor.Finding.State.good),
    ("Apple Swift version 6.2 (x)", .good), ("Swift version 5.10.1 (x)", .missing), ("nonsense", .missing),
    ("", .missing),
  ])
  func `The doctor knows a toolchain that is too old`(_ output: String, _ state: Doctor.Finding.State) {
    let finding = Doctor.toolchain(output)
    #expect(finding.state == state && finding.advice.isEmpty == (state == .good))
  }

  @Test func `The doctor finds line ends of Windows`() throws {
    try withFolder { folder in
      let doctor = Doctor(Course(root: folder), environment: [:])
      try Files.write("a\n", to: folder.appending(path: "Exercises/01/A.swift"))
      #expect(doctor.lineEnds().state == .good)
      try Data("a\r\nb\r\n".utf8).write(to: folder.appending(path: "Exercises/01/B.swift"))
      #expect(doctor.lineEnds().state == .unusual && doctor.lineEnds().text == "1 file with CR LF")
    }
  }

  @Test func `A leftover EXERCISES variable is noticed`() {
    let findings = Doctor(
      Course(root: URL(filePath: "/")), environment: ["EXERCISES": "solutions", "PATH": ""]
    )
    .examine()
    #expect(findings.contains { $0.subject == "EXERCISES" && $0.state == .unusual })
    #expect(findings.first?.subject == "toolchain")
  }

  #if os(Linux)
    /// `/dev/full` is a disk without space, and the product is beside the program of the tests.
    @Test(arguments: [("> /dev/full", 3, "No space left on device"), (">&-", 0, ""), ("> /dev/null", 0, "")])
    func `Truncated output is reported as a failure, output that a reader did not want is not`(
      _ redirection: String, _ code: Int32, _ words: String
    ) throws {
      let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      let ending = Programs.run(
        [
          "/bin/sh", "-c", "\"$1\" help \(redirection)", "sh",
          products.appending(path: "course").path,
        ],
        in: URL(filePath: "/"), environment: ["PATH": "/usr/bin:/bin"], deadline: .seconds(60),
        outputCap: 1000)
      #expect(ending.way == .exited(code))
      #expect(words.isEmpty ? ending.output.isEmpty : ending.output.contains(words))
    }
  #endif
}
