import CourseKit
import Terminal

extension Book {
  /// The stages: an overview, and a page for each with its text, its sources and its changes.
  func stagePages(_ links: Links) throws -> [Page] {
    let path = "Lessons/Stages/README.md"
    guard let document = try library.text(path) else { return [] }
    let parts = document.blocks.compactMap(\.part)
    let stages = parts.filter { $0.first?.isNumber == true }
    var overview = Renderer(links, folder: "Lessons/Stages")
    var body = overview.html(document.blocks.opening)
    let list = stages.enumerated().map {
      "<li><a href=\"stage-\($0.offset + 1).html\">\(Book.title(ofStage: $0.element))</a></li>"
    }
    body += "<ol>\n\(list.joined(separator: "\n"))\n</ol>\n"
    for part in parts where part.first?.isNumber != true {
      body += overview.html([.heading(2, [.text(part)])] + document.blocks.under(part))
    }
    var pages = [Page(name: "stages", title: "The framework in six stages", part: .stages, body: body)]
    for (index, part) in stages.enumerated() {
      var renderer = Renderer(links, folder: "Lessons/Stages")
      let text = renderer.html(document.blocks.under(part))
      let build = Catalogue.builds.first { $0.stages.contains(index + 1) }
      pages.append(
        Page(
          name: "stage-\(index + 1)", title: "\(index + 1). \(Book.title(ofStage: part))", part: .stages,
          body: text + sources(ofStage: index + 1),
          step: build.map { Step.build($0).name },
          minutes: build.flatMap { $0.stages.lowerBound == index + 1 ? $0.minutes : nil }))
    }
    return pages
  }

  private static func title(ofStage part: String) -> String {
    String(part.drop { $0.isNumber || $0 == "." || $0 == " " })
  }

  /// The stage's own files, and their differences from the previous stage.
  private func sources(ofStage number: Int) -> String {
    let paths = library.paths(in: "Lessons/Stages", suffix: ".swift")
    func files(_ number: Int) -> [(name: String, path: String)] {
      paths.filter { $0.hasPrefix("Lessons/Stages/Stage\(number)") }.map {
        (String($0.split(separator: "/")[3]), $0)
      }
    }
    let former = files(number - 1)
    var html = ""
    for (name, path) in files(number) where !library.isLink(path) {
      guard let source = library.source(path) else { continue }
      let id = name.dropLast(6).lowercased()
      html += "<h2 id=\"\(id)\">Source: <code>\(name.escaped)</code></h2>\n"
      html += SwiftCode.listing(source.lines, label: name) + "\n"
      if let old = former.first(where: { $0.name == name }).flatMap({ library.source($0.path) }),
        let file = UnifiedDiff.File(from: old, to: source, named: (old: name, new: name))
      {
        html += "<details><summary>What changed since the previous stage</summary>\n"
        html += file.html(label: "What changed since the previous stage: \(name)") + "\n</details>\n"
      }
    }
    // What is a link here stands in full where it comes from.
    for (name, path) in files(number) where library.isLink(path) {
      let owner = (1..<number).reversed().first { stage in
        files(stage).contains { $0.name == name && !library.isLink($0.path) }
      }
      guard let owner else { continue }
      let id = name.dropLast(6).lowercased()
      html += "<p id=\"\(id)\"><code>\(name.escaped)</code>: <a href=\"stage-\(owner).html#\(id)\">"
      html += "\(owner)</a></p>\n"
    }
    return html
  }
}
