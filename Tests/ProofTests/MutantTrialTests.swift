import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import ProofKit

/// What a trial keeps, and what it knows beforehand.
@Suite struct `A trial of mutants` {
  @Test func `The list of equivalents names a mutant as the trial does`() throws {
    let mutant = try #require(Weaving("func f() {\n  a()\n}\n", file: "A.swift").mutants.first)
    let list = Equivalents("# A list.\n\n\(mutant.name)\n  Because: a() does nothing,\n  and never did.\n")
    #expect(list.reasons == [mutant.name.description: "Because: a() does nothing, and never did."])
    #expect(list.problems.isEmpty)
  }

  @Test func `A mutant that is only a data race is listed as one`() {
    let other = "B.swift, g: removed\n  b()\n  Because: c.\n"
    let list = Equivalents("A.swift, f: another lock\n  a()\n  Race: b.\n\n\(other)")
    #expect(list.races == ["A.swift, f: another lock\n  a()"])
    #expect(list.reasons.count == 2 && list.problems.isEmpty)
  }

  @Test func `An equivalent without a reason is a problem`() {
    let list = Equivalents("A.swift, f: removed\n  a()\n\nB.swift, g: removed\n  b()\n  Because: c.\n")
    #expect(list.problems.count == 1)
    #expect(list.reasons.count == 1)
  }

  @Test func `A list may name each change of the sources, and no other`() {
    let list = Equivalents(
      "A.swift, f: removed\n  a()\n  Because: b.\n\nA.swift, f: removed\n  c()\n  Because: d.\n")
    let source = "func f() {\n  a()\n}\n"
    #expect(list.names(missingFrom: [("A.swift", source)]) == ["A.swift, f: removed\n  c()"])
    #expect(list.names(missingFrom: []).count == 2)
  }

  @Test func `Every mutant that is listed as equivalent is a change of its source`() throws {
    let course = Course(root: packageFolder)
    for exercise in Catalogue.exercises {
      for kind in ["Solution", "Alternative"] {
        let folder = course.folder(of: exercise).appending(path: kind)
        let file = packageFolder.appending(path: "Tests/Mutants/\(exercise.folder)/\(kind).txt")
        let list = Equivalents(Files.text(file) ?? "")
        let sources = try exercise.files.map { ($0, try #require(Files.text(folder.appending(path: $0)))) }
        #expect(list.problems == [] && list.names(missingFrom: sources) == [], "\(exercise.folder), \(kind)")
      }
    }
  }

  @Test func `Every mutant of the framework that is listed as equivalent is a change of its source`() throws {
    let module = packageFolder.appending(path: "Sources")
    let names = (FileManager.default.enumerator(atPath: module.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasPrefix("Threading/") || $0.hasPrefix("MiniOperations/") }
    let sources = try names.filter { $0.hasSuffix(".swift") }.map { name in
      let file = module.appending(path: name)
      return (file.lastPathComponent, try #require(Files.text(file)))
    }
    let list = Equivalents(Files.text(packageFolder.appending(path: "Tests/Mutants/framework.txt")) ?? "")
    #expect(list.reasons.count > 100 && list.problems == [])
    #expect(list.names(missingFrom: sources) == [])
  }

  @Test func `The next run knows earlier outcomes as long as nothing has changed`() throws {
    try withFolder { folder in
      let file = folder.appending(path: "register.jsonl")
      let outcome = MutantOutcome(name: "a", fate: .killed, by: "b")
      try MutantRegister(file, fingerprint: "1").note(outcome)
      try MutantRegister(file, fingerprint: "1").note(MutantOutcome(name: "c", fate: .survived, by: ""))
      // A line that was truncated when the tool was killed.
      try Files.write((Files.text(file) ?? "") + "{\"finger", to: file)
      #expect(MutantRegister(file, fingerprint: "1").outcome(of: "a") == outcome)
      #expect(MutantRegister(file, fingerprint: "1").outcome(of: "c")?.fate == .survived)
      #expect(MutantRegister(file, fingerprint: "2").outcome(of: "a") == nil)
    }
  }

  @Test func `A program is ended when it prints the text at which to stop, even in two parts`() {
    let ending = Programs.run(
      ["/bin/sh", "-c", "printf 'one two'; sleep 0.2; echo ' three'; sleep 1000"],
      in: URL(filePath: "/"), environment: ["PATH": "/usr/bin:/bin"], deadline: .seconds(60), outputCap: 1000,
      stopAt: "two three")
    #expect(ending.wasStopped)
    #expect(ending.output == "one two three\n")
  }

  @Test func `A compiler error refers to the file that it names`() throws {
    try withFolder { folder in
      let source = "func f() {\n  a()\n}\n"
      var subject = MutantSubject(
        name: "", module: "A", folder: folder, weavings: ["A.swift": Weaving(source, file: "A.swift")],
        choices: [], equivalentsFile: folder, fingerprint: "")
      let isOther = subject.drop("/elsewhere/B.swift:2:6: error: no\n\(folder.path)/A.swift:2:6: warning: hm")
      let error = "\(folder.path)/A.swift:2:6: error: no\n"
      // The compiler reports everything twice.
      let hasDropped = subject.drop(error + error)
      #expect(!isOther && hasDropped)
      #expect(subject.mutants.isEmpty)

      // An error without a place has a note that has one.
      subject.weavings["A.swift"] = Weaving(source, file: "A.swift")
      let hasFoundNote = subject.drop("<unknown>:0: error: no\n\(folder.path)/A.swift:2:6: note: here\n")
      #expect(hasFoundNote && subject.mutants.isEmpty)
    }
  }

  @Test func `An answer has the chosen mutants and no others`() throws {
    let source = "class A {\n  weak var b: A?\n  func f() {\n    a()\n    c()\n  }\n}\n"
    let weaving = Weaving(source, file: "A.swift")
    let switched = try #require(weaving.switched.first)
    let built = try #require(weaving.built.first)
    let subject = MutantSubject(
      name: "", module: "A", folder: URL(filePath: "/"), weavings: ["A.swift": weaving], choices: [],
      equivalentsFile: URL(filePath: "/"), fingerprint: "")
    func texts(_ mutants: [Mutant]) -> [String] { subject.answer(with: mutants).map(\.text) }
    #expect(subject.answer(with: []).map(\.name) == ["A.swift", "Mutant.swift"])
    #expect(texts([])[0] == source)
    #expect(
      texts([switched])[0].contains("mutant__") && !texts([switched])[0].contains("\(switched.number + 1)"))
    #expect(texts([built])[0] == weaving.text(with: built) && texts([built])[0] != source)
    #expect(texts(weaving.switched)[0] == weaving.text)
    #expect(switched.switch == switched.number && built.switch == nil)
  }
}
