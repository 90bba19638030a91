#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  // On macOS most of these types are imported from Objective-C, with another list.

  /// A stand-in has everything that the platform's type has, so that a program that uses the platform
  /// compiles beside it.
  @Suite struct `The lists of the platform` {
    /// The types that the given file replaces.
    static let replaced: Set = [
      "Mutex", "Atomic", "NSLock", "NSRecursiveLock", "NSCondition", "DispatchSemaphore", "DispatchGroup",
      "DispatchQueue", "DispatchWorkItem", "Thread", "Task", "CheckedContinuation", "UnsafeContinuation",
    ]

    /// Members that a stand-in has and its list does not show.
    static let elsewhere = [
      // The types of these names are the platform's own.
      "DispatchQueue.Attributes.", "DispatchQueue.AutoreleaseFrequency.",
      "DispatchQueue.GlobalQueuePriority.",
      // Inherited, or made by the compiler.
      "NSLock.init()", "NSRecursiveLock.init()", "NSCondition.init()", "Task.==(_:_:)", "Task.hash(into:)",
    ]

    @Test func `Each member of a replaced type is a member of its stand-in`() throws {
      let stood = try members(of: ["ExplorerStandIns"])
      let platform = try members(of: ["Foundation", "Dispatch", "Synchronization", "_Concurrency"])
        .filter { member in !Self.elsewhere.contains(where: member.hasPrefix) }
      #expect(platform.count > 120)
      let missing = platform.subtracting(stood)
      #expect(missing.isEmpty, "\(missing.sorted().joined(separator: "\n"))")
    }

    @Test func `Each replaced type has a name in the given file`() throws {
      let url = packageFolder.appending(
        path: "Sources/ExplorerStandIns/ExplorerStandIns.docc/VisibleLocks.swift")
      let text = try String(contentsOf: url, encoding: .utf8)
      for type in Self.replaced {
        #expect(text.contains(try Regex("typealias \(type)(<.*>)? = ExplorerStandIns\\.")), "\(type)")
      }
    }

    // MARK: - Fixtures

    private struct Graph: Decodable {
      struct Symbol: Decodable {
        struct Availability: Decodable {
          let isUnconditionallyDeprecated: Bool?
          let deprecated: Version?
        }
        struct Version: Decodable {}

        let pathComponents: [String]
        let availability: [Availability]?

        var isDeprecated: Bool {
          availability?.contains { $0.isUnconditionallyDeprecated == true || $0.deprecated != nil } ?? false
        }
      }
      let symbols: [Symbol]
    }

    /// The public members of the replaced types, as "NSLock.lock(before:)"; without deprecated ones.
    private func members(of modules: [String]) throws -> Set<String> {
      let products = URL(filePath: CommandLine.arguments[0]).standardizedFileURL.deletingLastPathComponent()
      return try withFolder { folder in
        for module in modules {
          try run([
            "swift", "symbolgraph-extract", "-module-name", module, "-I", "\(products.path)/Modules",
            "-target", Self.target, "-minimum-access-level", "public", "-output-dir", folder.path,
          ])
        }
        var members: Set<String> = []
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files {
          for symbol in try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols
          where Self.replaced.contains(symbol.pathComponents[0]) && !symbol.isDeprecated {
            members.insert(
              symbol.pathComponents.joined(separator: ".")
                // A stand-in's initialiser remembers its line for messages.
                .replacingOccurrences(of: "init(line:)", with: "init()")
                .replacingOccurrences(of: "line:", with: "")
                // Checked and unsafe continuations have the same stand-in.
                .replacingOccurrences(of: "UnsafeContinuation", with: "CheckedContinuation"))
          }
        }
        return members
      }
    }

    private static let target: String = {
      #if arch(arm64)
        "aarch64-unknown-linux-gnu"
      #else
        "x86_64-unknown-linux-gnu"
      #endif
    }()

    private func run(_ words: [String]) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = words
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(words)")
    }
  }
#endif
