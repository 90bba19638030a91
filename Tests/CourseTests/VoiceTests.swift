import Foundation
import TestSupport
import Testing

@testable import CourseKit

/// Texts, comments and messages speak of threads, values and files as things.
@Suite struct `The voice` {
  @Test func `The sources and texts of this course are within the limit`() {
    #expect(Voice(Course(root: packageFolder)).problems() == [])
  }

  @Test func `Each word is found with its line, in any case and inside a sentence`() {
    let text =
      "Wakes \("NO" + "BODY").\nanybody, bodies\n// \("some" + "body")'s lock, \("who" + "ever") holds it"
    let places = Voice.places(in: text)
    #expect(places.map(\.line) == [1, 3, 3])
    #expect(places.map { $0.word.lowercased() } == ["no" + "body", "some" + "body", "who" + "ever"])
  }

  @Test func `Too many words are one problem that lists file and line`() throws {
    try withFolder { root in
      let word = "every" + "body"
      try Files.write("// One\n// \(word)\n", to: root.appending(path: "Sources/A/a.swift"))
      try Files.write("\(word)\n\n\n", to: root.appending(path: "README.md"))
      try Files.write(
        String(repeating: "\(word)\n", count: 100), to: root.appending(path: "Sources/image.png"))
      let voice = Voice(Course(root: root))
      #expect(voice.problems(linesPerWord: 2) == [])
      let problems = voice.problems(linesPerWord: 3)
      #expect(problems.count == 1)
      #expect(problems.first?.hasPrefix("2 words in 5 lines") == true)
      #expect(problems.first?.hasSuffix("README.md:1: \(word)\n    Sources/A/a.swift:2: \(word)") == true)
    }
  }
}
