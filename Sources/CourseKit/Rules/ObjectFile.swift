import Foundation

/// The symbols and sections of object files, as the toolchain's own tools list them.
struct ObjectFile: Sendable {
  struct Symbol: Sendable, Hashable {
    let name: String
    /// The letter with which `llvm-nm` shows where a symbol is: `U` for one that another object must define.
    let place: Character

    var isUndefined: Bool { place == "U" }
    /// Whether the linker prefers it to any other symbol of that name; a local or weak one gives way.
    var isStrong: Bool { place.isUppercase && !["U", "W", "V"].contains(place) }
  }

  let symbols: Set<Symbol>
  /// The sizes of the sections; those of the same name together.
  let sections: [String: Int]

  /// The names of symbols that other objects must define.
  var undefined: Set<String> { Set(symbols.lazy.filter(\.isUndefined).map(\.name)) }
  /// The names of the symbols that it defines.
  var defined: Set<String> { Set(symbols.lazy.filter { !$0.isUndefined }.map(\.name)) }

  /// Reads object files as if they were one.
  init(_ files: [String], with tools: Toolchain) throws(CourseError) {
    // A name may contain spaces: it is the rest of the line after an address and a letter.
    let lines = try tools.run("llvm-nm", ["--no-sort"] + files).split(separator: "\n")
    let all = Set(
      lines.compactMap { line -> Symbol? in
        let rest = line.utf8.dropFirst(17)
        guard rest.count > 2, let place = rest.first, line.utf8.dropFirst(16).first == UInt8(ascii: " ")
        else { return nil }
        return Symbol(
          name: String(Substring(rest.dropFirst(2))), place: Character(UnicodeScalar(place)))
      })
    // A module that is compiled as a whole has parts, and each uses what the compiler put into another.
    let defined = Set(all.lazy.filter { !$0.isUndefined }.map(\.name))
    symbols = all.filter { !$0.isUndefined || !defined.contains($0.name) }
    var sections: [String: Int] = [:]
    for line in try tools.run("llvm-objdump", ["--section-headers", "--wide"] + files).split(separator: "\n")
    {
      let words = line.split(separator: " ")
      guard words.count > 3, Int(words[0]) != nil else { continue }
      sections[String(words[1]), default: 0] += Int(words[2], radix: 16) ?? 0
    }
    self.sections = sections
    guard !symbols.isEmpty, !sections.isEmpty else {
      throw CourseError("the object files have no symbols: \(files.joined(separator: " "))", exitCode: 3)
    }
  }
}

extension ObjectFile {
  /// The machine code of a function.
  struct Code: Sendable {
    /// Without the addresses that the linker fills in.
    var bytes = ""
    /// The Swift functions whose addresses the linker fills in.
    var calls: Set<String> = []
  }

  /// The machine code of functions.
  static func code(of names: [String], in file: String, with tools: Toolchain) throws -> [String: Code] {
    if names.isEmpty { return [:] }
    let words = ["--disassemble", "--reloc", "--disassemble-symbols=\(names.joined(separator: ","))", file]
    var code: [String: Code] = [:]
    var (name, start) = ("", 0)
    for line in try tools.run("llvm-objdump", words).split(separator: "\n") {
      if let match = line.firstMatch(of: /^([0-9a-f]+) <(.+)>:$/) {
        (name, start) = (String(match.2), Int(match.1, radix: 16) ?? 0)
      } else if let match = line.firstMatch(of: /^\s*([0-9a-f]+):\s+R_\w+\s+(\S+)/) {
        // Before its first line stand the addresses in the functions that are not shown.
        guard Int(match.1, radix: 16) ?? 0 >= start, match.2.hasPrefix("$s") else { continue }
        code[name, default: Code()].calls.insert(String(match.2.prefix { $0 != "-" && $0 != "+" }))
      } else if let match = line.firstMatch(of: /^ *[0-9a-f]+: ((?:[0-9a-f]{2,8} )+)/) {
        code[name, default: Code()].bytes += match.1
      }
    }
    return code
  }
}

/// The programs beside the compiler that read object files.
struct Toolchain: Sendable {
  private let folder: URL
  private let environment: [String: String]

  /// The programs beside this compiler; nil if one of them is missing.
  init?(compiler: String, environment: [String: String]) {
    let url = URL(filePath: compiler)
    let folders = [url, url.resolvingSymlinksInPath()].map { $0.deletingLastPathComponent() }
    let names = ["llvm-nm", "llvm-objdump", "swift-demangle"]
    guard
      let folder = folders.first(where: { folder in
        names.allSatisfy { Files.exists(folder.appending(path: $0)) }
      })
    else { return nil }
    self.folder = folder
    self.environment = environment
  }

  /// Runs one of the programs and returns its output; `input` is a file for its standard input.
  func run(_ name: String, _ words: [String], input: URL? = nil) throws(CourseError) -> String {
    let program = folder.appending(path: name).path
    let command =
      input.map { ["/bin/sh", "-c", "input=$1; shift; exec \"$@\" < \"$input\"", "sh", $0.path] } ?? []
    let ending = Programs.run(
      command + [program] + words, in: folder, environment: environment, deadline: .seconds(120),
      outputCap: 256 << 20, isTrusted: true)
    guard ending.isSuccess else {
      throw CourseError("\(name) ended with \(ending.way).\n\(ending.output.suffix(1000))", exitCode: 3)
    }
    return ending.output
  }
}
