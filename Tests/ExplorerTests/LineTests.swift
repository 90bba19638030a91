#if os(Linux)
  import ExplorerHooks
  import Foundation
  import TestSupport
  import Testing

  @testable import Explorer

  /// Addresses in code become lines without the system's reader of debug information, which keeps much
  /// memory.
  @Suite struct LineTests {
    @Test("A place is the line that asks for it")
    func lineIsKnown() {
      let first = (CallSite(), #line)
      let second = (CallSite(), #line)
      for (site, line) in [first, second] {
        #expect(site.place?.path == #filePath && site.place?.line == line)
      }
    }

    @Test("A place in a closure that another module calls is a line of the closure")
    func closureIsKnown() {
      let lines = [3, 1, 2].map { _ in CallSite().place?.line }
      #expect(lines == Array(repeating: #line - 1, count: 3))
    }

    @Test(
      "The variable of a change is the name at its column, or the one that is assigned to there",
      arguments: [
        ("    if money < sum { return }", "money", "money"), ("  node.value += 1 // money", "+=", "value"),
        ("all[0].list[number] = []", "= []", "list"), ("(self.a, self.b) = (1, 2)", "= (", nil),
        ("object?.next = nil", "= nil", "next"), ("  queue.sync { value = 1 }", "sync", nil),
        ("counter.increase()", "increase", nil), ("return self", "self", nil), ("x == y", "== y", nil),
        ("let text = \"ä\", word = other.text", "text", "text"), ("  word += \"x\"", "\"x", "word"),
        ("lazy var index: [Int] = [1, 2]", "[1", "index"), ("self.crew.append(name)", "name", "crew"),
        ("all.append(other.removeFirst())", "other", "other"), ("all.append(&other)", "other", "other"),
      ])
    func changeIsNamed(line: String, start: String, name: String?) throws {
      #expect(try place(of: start, in: line).variable(in: line, true) == name)
    }

    @Test(
      "The variable that is read is the name at its column, or the one whose value is assigned there",
      arguments: [
        ("    if money < sum { return }", "money", "money"), ("  node.value += 1 // money", "+=", "value"),
        ("self.pages = self.copies // both", "=", "copies"), ("pages = copies", "=", "copies"),
        ("all.append(name)", "name", "name"), ("self.pages = 2 + copies", "=", nil),
      ])
    func readIsNamed(line: String, start: String, name: String?) throws {
      #expect(try place(of: start, in: line).variable(in: line, false) == name)
    }

    private func place(of start: String, in line: String) throws -> SourcePlace {
      let column = try #require(line.firstRange(of: start)).lowerBound
      return SourcePlace(path: "", line: 1, column: line.utf8.distance(from: line.startIndex, to: column) + 1)
    }

    @Test("An address that is in no code has no line")
    func nothingIsKnown() {
      #expect(CodeAddress(16).place == nil)
      #expect(CallSite(returningTo: 16).place == nil)
    }

    #if arch(x86_64)
      @Test("What an earlier call has left on the stack is not followed, wherever it seems to lead")
      func remainsAreNotFollowed() throws {
        // Addresses behind bytes that look like a call of something far outside of the program.
        let function: @convention(c) (UInt) -> UnsafePointer<CChar>? = sightFunction
        let code = unsafeBitCast(function, to: UnsafeRawPointer.self)
        var ends: [UInt] = []
        for end in (5..<200_000).map({ code - $0 }) where (end - 5).load(as: UInt8.self) == 0xE8 {
          if (end - 4).loadUnaligned(as: Int32.self).magnitude > 1 << 30 {
            ends.append(UInt(bitPattern: end))
          }
        }
        #expect(!ends.isEmpty)
        let lock = UInt(bitPattern: try #require(dlsym(nil, "$s10Foundation6NSLockC4lockyyF")))
        // This finds the bounds of the thread's stack.
        _ = CallSite()
        for end in ends {
          withUnsafeTemporaryAllocation(of: UInt.self, capacity: 150) { stack in
            stack.initialize(repeating: end)
            #expect(sightProgramCode(lock + 1, stack.baseAddress!) == 0)
          }
        }
      }
    #endif

    @Test("The lines of code in C are offered, the nearest first, a statement before its function")
    func linesAreOffered() throws {
      let code = unsafeBitCast(sightFunction as @convention(c) (UInt) -> UnsafePointer<CChar>?, to: UInt.self)
      var lines: [String] = []
      withUnsafeMutablePointer(to: &lines) {
        sightLines(code, $0) { lines, _, file, line, _ in
          lines?.assumingMemoryBound(to: [String].self).pointee.append("\(String(cString: file)):\(line)")
          return false
        }
      }
      let source = try packageFile("Sources/ExplorerHooks/Hooks.c").split(
        separator: "\n", omittingEmptySubsequences: false)
      let first = try #require(source.firstIndex { $0.hasPrefix("const char *sightFunction") }) + 1
      #expect(Array(lines.prefix(2)) == ["Hooks.c:\(first + 2)", "Hooks.c:\(first)"], "\(lines)")
    }
  }
#endif
