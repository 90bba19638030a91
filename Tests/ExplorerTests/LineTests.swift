#if os(Linux)
  import MemoryHooks
  import TestSupport
  import Testing

  @testable import Explorer

  /// Addresses in code become lines without the system's reader of debug information, which keeps much memory.
  @Suite struct LineTests {
    @Test("A place is the line that asks for it")
    func lineIsKnown() {
      let first = (CallSite(), #line)
      let second = (CallSite(), #line)
      for (site, line) in [first, second] {
        #expect(site.place == SourcePlace(path: #filePath, line: line))
      }
    }

    @Test("A place in a closure that another module calls is a line of the closure")
    func closureIsKnown() {
      let lines = [3, 1, 2].map { _ in CallSite().place?.line }
      #expect(lines == Array(repeating: #line - 1, count: 3))
    }

    @Test("An address that is in no code has no line")
    func nothingIsKnown() {
      #expect(CodeAddress(16).place == nil)
      #expect(CallSite(returningTo: 16).place == nil)
    }

    @Test("The lines of code in C are offered, the nearest first")
    func linesAreOffered() throws {
      let code = unsafeBitCast(sightFunction as @convention(c) (UInt) -> UnsafePointer<CChar>?, to: UInt.self)
      var lines: [String] = []
      withUnsafeMutablePointer(to: &lines) {
        sightLines(code, $0) { lines, _, file, line in
          lines?.assumingMemoryBound(to: [String].self).pointee.append("\(String(cString: file)):\(line)")
          return false
        }
      }
      let source = try packageFile("Sources/MemoryHooks/Hooks.c").split(
        separator: "\n", omittingEmptySubsequences: false)
      let first = try #require(source.firstIndex { $0.hasPrefix("const char *sightFunction") }) + 1
      #expect(lines.first == "Hooks.c:\(first)" && lines.last == "Hooks.c:\(first + 2)", "\(lines)")
    }
  }
#endif
