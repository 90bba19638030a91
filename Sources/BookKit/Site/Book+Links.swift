import CourseKit

extension Book {
  /// The reference texts: file, page, title.
  static let articles: [(path: String, page: String, title: String)] = [
    ("Sources/Explorer/Explorer.docc/HowToReadASchedule.md", "how-to-read", "How to read a schedule"),
    ("Sources/Explorer/Explorer.docc/YourFirstScenario.md", "first-scenario", "Your first scenario"),
    ("Sources/Explorer/Explorer.docc/HowItWorks.md", "how-it-works", "How the Explorer works"),
    ("Lessons/Running.md", "running", "Running the lessons"),
    ("Lessons/Documents/README.md", "traps", "The five documents"),
    ("Sources/MiniOperations/MiniOperations.docc/Behaviour.md", "behaviours", "Behaviour"),
    (
      "Sources/MiniOperations/MiniOperations.docc/DifferencesFromFoundation.md", "differences",
      "Differences from Foundation"
    ),
    ("Sources/MiniOperations/MiniOperations.docc/Glossary.md", "glossary", "Glossary"),
    ("Sources/MiniOperations/MiniOperations.docc/LessonIndex.md", "names", "From a name to its lesson"),
  ]

  /// The links between the texts.
  func links() throws -> Links {
    var links = Links()
    for article in Book.articles { links.add(article.path, "\(article.page).html", title: article.title) }
    for lesson in Catalogue.lessons {
      links.add("Lessons/\(lesson.folder)/README.md", "\(Book.name(of: lesson)).html", title: lesson.title)
    }
    for exercise in Catalogue.exercises {
      let page = "\(Book.name(of: exercise)).html"
      links.add("Exercises/\(exercise.folder)/README.md", page, title: exercise.title)
      for file in exercise.files {
        links.add("Exercises/\(exercise.folder)/\(file)", page, title: exercise.title)
      }
    }
    links.add("Lessons/README.md", "contents.html", title: "The lessons")
    links.add("Exercises/README.md", "about-exercises.html", title: "About the exercises")
    let stages = "Lessons/Stages/README.md"
    links.add(stages, "stages.html", title: "The framework in six stages")
    for part in try library.text(stages)?.blocks.compactMap(\.part) ?? [] where part.first?.isNumber == true {
      links.add("\(stages)#\(part.anchor)", "stage-\(part.prefix(1)).html", title: part)
    }
    for path in library.paths(in: "Lessons/Stages", suffix: ".swift") where !path.contains("/walk/") {
      let parts = path.split(separator: "/")
      links.add(
        path,
        "stage-\(parts[2].dropFirst("Stage".count).prefix(1)).html#\(parts[3].lowercased().dropLast(6))",
        title: "")
    }
    for path in library.paths(in: "Lessons", suffix: ".svg") {
      links.add(picture: path, library.source(path) ?? "")
    }
    return links
  }

  static func name(of lesson: LessonEntry) -> String { "lesson-\(lesson.folder.prefix(2))" }
  static func name(of build: Build) -> String { "stage-\(build.stages.lowerBound)" }
  static func name(of exercise: Exercise) -> String { "exercise-\(exercise.folder.prefix(2))" }

  /// A page with one text; nil if the text is missing.
  func page(
    of path: String, named name: String, _ part: Page.Part, _ links: Links, title: String? = nil,
    blocks: ([Block]) -> [Block] = { $0 }
  ) throws -> Page? {
    guard let document = try library.text(path) else { return nil }
    var renderer = Renderer(links, folder: path.split(separator: "/").dropLast().joined(separator: "/"))
    let body = renderer.html(blocks(document.blocks).filter { !$0.isTitle })
    return Page(name: name, title: title ?? document.title ?? name, part: part, body: body)
  }
}
