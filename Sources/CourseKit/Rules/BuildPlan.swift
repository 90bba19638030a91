import Foundation

/// The commands of a build, read from the package manager's plan.
///
/// An answer is compiled and linked with the same flags, so that its verdict is the same as after a whole
/// build.
package struct BuildPlan: Sendable {
  private let commands: [String: [String]]
  private let linking: [String]
  /// The objects of the test program, in the order in which they are linked.
  package let objects: [String]

  /// Reads the plan that a build has left in its folder; nil if there is none in the known form.
  package init?(in folder: URL) {
    var commands: [String: [String]] = [:]
    var linking: [String]?
    for line in (Files.text(folder.appending(path: "debug.yaml")) ?? "").split(separator: "\n") {
      guard let start = line.firstRange(of: "    args: ["), line.contains("\"-module-name\""),
        let words = try? JSONDecoder().decode(
          [String].self, from: Data("[\(line[start.upperBound...])".utf8)),
        let name = BuildPlan.value(of: "-module-name", in: words)
      else { continue }
      if words.contains("-c") { commands[name] = words }
      if words.contains("-emit-executable"), name.hasSuffix("PackageTests") { linking = words }
    }
    guard let linking,
      let list = linking.first(where: { $0.hasPrefix("@") && $0.hasSuffix(".LinkFileList") }),
      let objects = Files.text(URL(filePath: String(list.dropFirst())))
    else { return nil }
    self.commands = commands
    self.linking = linking
    // A path with a space is in single or double quotation marks.
    self.objects = objects.split(separator: "\n").map { $0.trimmingCharacters(in: ["'", "\""]) }
  }

  /// Compiles files as a module into one object and a module file, both in `folder`.
  ///
  /// A module in `others` takes precedence over one of the same name in the build. Without it, the compiler
  /// warns of each place that is not safe for memory.
  package func compile(
    _ module: String, _ files: [URL], into folder: URL, others: URL? = nil, withLines: Bool = false,
    instrumented: Bool = true
  ) -> [String]? {
    guard var words = single(module) else { return nil }
    if !instrumented { words.removeAll { $0 == "-sanitize=thread" } }
    let place = folder.appending(path: module).path
    let first = words.removeFirst()
    let search = others.map { ["-I", $0.path] } ?? ["-strict-memory-safety"]
    return [first] + search + words + [
      // One process of the compiler for both results: started twice, it takes half as long again.
      "-wmo", "-no-emit-module-separately-wmo", withLines ? "-gline-tables-only" : "-gnone", "-emit-module",
      "-emit-module-path", "\(place).swiftmodule",
      "-avoid-emit-module-source-info", "-c", "-o", "\(place).o",
    ] + files.map(\.path)
  }

  /// Prints the declarations of a module's files with their attributes, before any of it is compiled.
  func parse(_ module: String, _ files: [URL]) -> [String]? {
    single(module).map { $0 + ["-dump-parse"] + files.map(\.path) }
  }

  private func single(_ module: String) -> [String]? {
    commands[module].map {
      BuildPlan.without($0, flags: BuildPlan.ofWholeBuilds, pairs: BuildPlan.pairsOfWholeBuilds)
    }
  }

  /// The compiler of the exercises.
  package var compiler: String? { commands.values.first?.first }

  /// Links a test program.
  package func link(_ objects: [String], into program: URL) -> [String] {
    let words = BuildPlan.without(linking.filter { !$0.hasPrefix("@") }, flags: [], pairs: ["-o"])
    return words + ["-gnone", "-o", program.path] + objects
  }

  /// Flags that serve the next build or show the progress of this one, and those that make warnings errors.
  private static let ofWholeBuilds: Set = [
    "-warnings-as-errors",
    "-incremental", "-enable-batch-mode", "-serialize-diagnostics", "-parseable-output", "-emit-objc-header",
    "-emit-dependencies", "-emit-module", "-c",
  ]
  private static let pairsOfWholeBuilds: Set = [
    "-num-threads", "-output-file-map", "-index-store-path", "-emit-objc-header-path", "-emit-module-path",
  ]

  /// The objects of one module.
  package func objects(of module: String) -> [String] {
    objects.filter { BuildPlan.module(of: $0) == module && !$0.hasSuffix(".swiftmodule.o") }
  }

  /// The module of an object, whose folder is named after it.
  package static func module(of object: String) -> String {
    let folder = object.split(separator: "/").dropLast().last ?? ""
    return String(folder.hasSuffix(".build") ? folder.dropLast(".build".count) : folder)
  }

  private static func without(_ words: [String], flags: Set<String>, pairs: Set<String>) -> [String] {
    var kept: [String] = []
    var isValue = false
    for word in words {
      if isValue || pairs.contains(word) {
        isValue.toggle()
      } else if !flags.contains(word), !word.hasPrefix("@"), word.wholeMatch(of: /-j\d+/) == nil {
        kept.append(word)
      }
    }
    return kept
  }

  private static func value(of flag: String, in words: [String]) -> String? {
    words.firstIndex(of: flag).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  }
}
