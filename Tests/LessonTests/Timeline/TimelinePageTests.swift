import Foundation
import Terminal
import Testing

@testable import LessonKit

@Suite struct `The timeline as a page` {
  /// With `PAGES=folder` in the environment, every page is written there for inspection.
  @Test(arguments: Story.some) func `Every tag is closed in its place, and nothing is loaded`(story: Story)
    throws
  {
    let page = story.timeline.page(title: "Lesson <0> & \"more\"")
    if let folder = ProcessInfo.processInfo.environment["PAGES"] {
      try page.write(toFile: "\(folder)/\(story.testDescription).html", atomically: true, encoding: .utf8)
    }
    let tags = try Tags(page)
    #expect(tags.mistakes == [])
    #expect(tags.count("script") == 1)
    #expect(tags.count("title") == 1)
    for word in ["http:", "https:", "src=", "@import", "url(", "<link", "<!--"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test(arguments: Story.some) func `Every operation is in it, with its name and its end`(
    story: Story
  ) {
    let tags = try! Tags(story.timeline.page(title: "title"))
    let rows = tags.elements.filter { $0.attributes["role"] == "option" }
    let model = story.model
    #expect(rows.count == model.operations.count)
    for (row, timeline) in zip(rows, model.operations) {
      let words = row.attributes["title"] ?? ""
      #expect(words.hasPrefix(String(timeline.name.onOneLine.prefix(300)).asSeen), "\(words)")
      #expect(words.contains("finished"), "\(words)")
    }
  }

  @Test func `There is one tab stop, and it has a name`() {
    let tags = try! Tags(Story.pipeline.timeline.page(title: "title"))
    let stops = tags.elements.filter {
      $0.attributes["tabindex"] != nil || ["a", "button"].contains($0.name)
    }
    #expect(stops.map { $0.attributes["role"] } == ["listbox"])
    #expect(stops.first?.attributes["aria-label"] == "Operations")
    #expect(tags.elements.filter { $0.name == "svg" }.allSatisfy { $0.attributes["aria-label"] != nil })
  }

  @Test func `Ten thousand operations are less than five million bytes`() {
    let page = Story.many.timeline.page(title: "title")
    #expect(page.utf8.count < 5_000_000)
    #expect(page.components(separatedBy: "role=\"option\"").count == 10_001)
  }

  @Test func `A page without operations is still a page`() throws {
    #expect(try Tags(Timeline([], pieces: []).page(title: "empty")).mistakes == [])
    #expect(
      try Tags(Timeline([Story.event(0, "q", .suspended)], pieces: []).page(title: "queue")).mistakes == [])
  }
}

/// The tags of a page, read in the strictest way: every attribute quoted, everything closed in its turn.
struct Tags {
  struct Element {
    let name: String
    var attributes: [String: String] = [:]
  }

  private(set) var elements: [Element] = []
  private(set) var mistakes: [String] = []

  func count(_ name: String) -> Int { elements.count { $0.name == name } }

  init(_ page: String) throws {
    var open: [String] = []
    var rest = Array(page.utf8)[...]
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      if rest[..<start].contains(UInt8(ascii: ">")) { mistakes.append("loose >: \(text(rest[..<start]))") }
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else {
        mistakes.append("unclosed <")
        return
      }
      let tag = text(rest[rest.index(after: start)..<end])
      rest = rest[(end + 1)...]
      if tag == "!DOCTYPE html" { continue }
      if tag.hasPrefix("/") {
        if open.popLast() != String(tag.dropFirst()) {
          mistakes.append("</\(tag.dropFirst())> closes nothing")
        }
        continue
      }
      let words = try #/^([a-z0-9]+)((?: [a-zA-Z-]+="[^"<>]*")*)(\/?)$/#.wholeMatch(in: tag)
      guard let words else {
        mistakes.append("<\(tag)>")
        continue
      }
      var element = Element(name: String(words.1))
      for attribute in String(words.2).matches(of: #/ ([a-zA-Z-]+)="([^"]*)"/#) {
        element.attributes[String(attribute.1)] = String(attribute.2)
      }
      elements.append(element)
      if words.3.isEmpty { open.append(element.name) }
      // The contents of these are not markup.
      if element.name == "script" || element.name == "style" {
        let close = Array("</\(element.name)>".utf8)
        guard let place = rest.firstRange(of: close) else {
          mistakes.append("unclosed \(element.name)")
          return
        }
        rest = rest[place.lowerBound...]
      }
    }
    if !open.isEmpty { mistakes.append("never closed: \(open)") }
  }
}

extension String {
  /// As it is in a quoted attribute.
  fileprivate var asSeen: String {
    let signs: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
    return reduce(into: "") { $0 += signs[$1] ?? String($1) }
  }
}
