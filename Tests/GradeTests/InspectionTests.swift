#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import CourseKit

  /// What an answer may use and define, decided from what the compiler makes of it.
  @Suite(.serialized) struct `The inspection of an answer` {
    @Test func `Whatever reaches outside is refused`() throws {
      let source = """
        import Foundation
        @_silgen_name("write") func put(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
        @_silgen_name("swift_task_enqueueGlobal_hook") func hook()
        func g() { _exit(0) }
        func f() {
          _ = setenv("a", "b", 1)
          _ = try? Process.run(URL(filePath: "/bin/sh"), arguments: [])
          FileHandle.standardError.write(Data())
          _ = try? Data(contentsOf: URL(filePath: "/proc/self/environ"))
          _ = try? String(contentsOfFile: "/etc/passwd", encoding: .utf8)
          _ = FileManager.default
          print(CommandLine.arguments)
          DispatchSource.makeSignalSource(signal: 15).resume()
          print(NSKeyedArchiver(requiringSecureCoding: true))
          _ = put(1, "", 0)
          hook()
          exit(0)
        }
        """
      let names = try Bench.shared.names(of: Bench.stub + "\n" + source)
      for name in [
        "_exit", "setenv", "makeSignalSource", "NSKeyedArchiver",
        "Process.run(_:arguments",
        "static FileHandle.standardError.getter", "Data.init(contentsOf:options:)",
        "init(contentsOfFile:encoding:)",
        "static FileManager.default.getter",
        "static CommandLine.arguments.getter", "write",
        "swift_task_enqueueGlobal_hook", "exit",
      ] { #expect(names.contains { $0.contains(name) }, "\(name): \(names)") }
    }

    @Test(
      arguments: few([
        "@_silgen_name(\"write\") func ring() {}",
        "extension Int { @_transparent package static func == (a: Int, b: Int) -> Bool { true } }",
        // Code that runs before the program.
        "#sourceLocation(file: \"]\", line: 1)\n" + hook,
        // Two ways to hide a name from a reader of words.
        """
        nonisolated(unsafe) let first = /"/; @_cdecl("alarm") func ring() {}
        nonisolated(unsafe) let second = /"/
        """,
        """
        nonisolated(unsafe) let first = /\\/*/
        @_cdecl("alarm") func ring() {}
        let second = 1 /* */
        """,
      ]))
    func `A name that belongs to others is refused, and so is code that becomes part of the tests`(
      source: String
    ) throws {
      #expect(try refusal(source) != nil)
    }

    @Test func `Code that runs before the program is found in the object file, too`() throws {
      let text = "\(Bench.stub)\n\(hook)"
      #expect(try Bench.shared.inspected(text, readsAttributes: false).refusal?.name == ".init_array.0")
    }

    @Test(
      arguments: few([
        ("print(ProcessInfo.processInfo.environment)", "environment of ProcessInfo"),
        (
          "_ = try? NSURL(fileURLWithPath: \"a\")\n./**/checkResourceIsReachable()",
          "checkResourceIsReachable of NSURL"
        ),
      ]))
    func `A method that leaves no name in the object file is found by its class and its word`(
      call: String, name: String
    ) throws {
      let text = "\(Bench.stub)\nimport Foundation\nfunc call() { \(call) }"
      #expect(try Bench.shared.refusal(text)?.name == name)
    }

    @Test(arguments: [("seekToEnd()", nil), ("seek(toOffset: 9)", "seek of FileHandle")])
    func `In the exercise about files a handle may do all but look for a place`(call: String, name: String?)
      throws
    {
      let text = """
        \(Bench.stub)
        import Foundation
        // A truncated file is damaged: seek no further.
        enum Damage: Error { case truncated }
        func save(_ file: URL) throws {
          let handle = try FileHandle(forWritingTo: file)
          _ = try handle.\(call)
          try handle.write(contentsOf: Data())
        }
        """
      let object = try Bench.shared.inspected(text).object
      let found = try Bench.shared.refusals(in: object, text, of: "Exercise13").filter { !$0.isRemark }
      let names = found.map { $0.name ?? Bench.shared.inspection.readable($0.symbol) }
      #expect(names.filter { $0.contains("FileHandle") } == [name].compactMap(\.self))
    }

    @Test func `What one part of a module takes from another is not used from outside`() throws {
      let place = Bench.shared.folder.appending(path: "parts")
      try Files.write("func everyOrder(_ number: Int = 1) {}", to: place.appending(path: "a.swift"))
      try Files.write("func call() { everyOrder() }", to: place.appending(path: "b.swift"))
      let ending = Programs.run(
        ["swiftc", "-module-name", "Parts", "-wmo", "-num-threads", "2", "-c", "a.swift", "b.swift"],
        in: place, environment: ProcessInfo.processInfo.environment, deadline: .seconds(120), outputCap: 5000)
      #expect(ending.isSuccess, "\(ending.output)")
      let objects = ["a.o", "b.o"].map { place.appending(path: $0).path }
      let user = try ObjectFile([objects[1]], with: Bench.shared.tools).undefined
      #expect(user.contains { $0.contains("everyOrder") })
      let parts = try ObjectFile(objects, with: Bench.shared.tools)
      #expect(!parts.undefined.contains { $0.contains("everyOrder") })
    }

    @Test func `What is not explored or tells who runs the answer is a remark, with its line`() throws {
      let text = """
        \(Bench.stub)
        import Foundation
        // Writes what is in the environment of @maria.
        final class Notes {
          weak var step: Step?
          let cache = NSCache<NSString, NSString>()
          var path = \\Notes.count
          var count = 0
          func write(_ text: String) { print(ProcessInfo.processInfo.systemUptime, self[keyPath: path]) }
          func look() -> Bool { fflush(nil); return step == nil && Thread.callStackSymbols.isEmpty }
        }
        extension Step: CustomStringConvertible { var description: String { name } }
        extension Status: CustomStringConvertible { var description: String { "" } }
        """
      let (refusal, object) = try Bench.shared.inspected(text, lines: true)
      #expect(refusal == nil, "\(String(describing: refusal))")
      let remarks = try Bench.shared.refusals(in: object, text).filter(\.isRemark)
      #expect(
        Set(remarks.compactMap(\.name)) == [
          "a weak reference", "a key path", "NSCache", "ProcessInfo", "Thread",
        ])
      let uptime = try #require(remarks.first { $0.name == "ProcessInfo" })
      let line = Bench.stub.count { $0 == "\n" } + 9
      #expect(Bench.shared.inspection.line(of: uptime.symbol, in: object) == "answer.swift:\(line)")
    }

    @Test(
      arguments: few([
        """
        extension Int: @retroactive CustomDebugStringConvertible {
          public var debugDescription: String { "" }
        }
        """,
        """
        extension Array: @retroactive Error {}
        extension Array: @retroactive TextOutputStreamable {
          public func write(to stream: inout some TextOutputStream) {}
        }
        """,
      ]))
    func `A conformance of a type that is not the answer's is refused`(source: String) throws {
      #expect(try refusal(source)?.verb == "makes")
    }

    @Test(
      arguments: few([
        (cases, cases + "\nstatic func == (a: Status, b: Status) -> Bool { true }"),
        (cases, cases + "\nvar rawValue: Int { 1 }\ninit?(rawValue: Int) { self = .low }"),
        (cases, cases + "\nstatic var allCases: [Status] { [] }"),
        (cases, "case low = 1\nstatic let high = Status.low"),
        (cases, "case low = 1\nstatic subscript(dynamicMember name: String) -> Status { .low }"),
        (
          cases,
          """
          \(cases)
          @_implements(Equatable, ==(_:_:)) static func same(a: Status, b: Status) -> Bool { true }
          """
        ),
        (
          "struct Message: Equatable {",
          """
          protocol Alike: Equatable {}
          extension Alike { static func == (a: Self, b: Self) -> Bool { true } }
          struct Message: Alike {
          """
        ),
      ]))
    func `What the compiler makes for a type of the stub stays as it is`(part: String, other: String) throws {
      let lookup = other.contains("dynamicMember") ? "@dynamicMemberLookup " : ""
      let text = Bench.stub.replacing(part, with: other).replacing(
        "enum Status", with: "\(lookup)enum Status")
      #expect(try Bench.shared.refusal(text) != nil)
    }

    @Test func `A type of the stub may get more parts`() throws {
      let text = Bench.stub.replacing("var text: String", with: "var text: String; var number = 0")
      #expect(try Bench.shared.refusal(text) == nil)
    }

    @Test(
      arguments: few([
        "extension Step { func note(_ text: String) {} }",
        "let first = 1, expect: @Sendable (Bool, String) -> Void = { _, _ in }",
        "let (first, expect) = (1, { @Sendable (_: Bool, _: String) -> Void in })",
        """
        enum Zero: Comparable, Strideable, ExpressibleByIntegerLiteral {
          case zero
          init(integerLiteral value: Int) { self = .zero }
          func distance(to other: Zero) -> Int { 0 }
          func advanced(by n: Int) -> Zero { self }
        }
        typealias IntegerLiteralType = Zero
        """,
      ]))
    func `A declaration that the tests would use in place of another is refused`(source: String) throws {
      #expect(try refusal(source)?.reason.contains("tests") == true)
    }

    @Test(
      arguments: few([
        "func peek(_ address: Int) -> Int { UnsafePointer<Int>(bitPattern: address)![2] }",
        """
        typealias Place = UnsafeMutablePointer
        func peek(_ value: inout Int) -> Int {
          withUnsafeMutablePointer(to: &value) { (at: Place<Int>) in at[5] }
        }
        """,
        "func cast(_ step: Step) -> Int { unsafeBitCast(step, to: Int.self) }",
        "import Foundation\nfunc copy(_ a: inout Int, _ b: inout Int) { memcpy(&a, &b, 100) }",
        "func peek(_ step: Step) { print(Unmanaged.passUnretained(step).toOpaque()) }",
        "@safe func peek(_ all: [Int]) -> Int { all.withUnsafeBufferPointer { $0.baseAddress![9] } }",
        "func peek(_ all: inout [Int]) { var span = all.mutableSpan; span[unchecked: -9] = 1 }",
        "func cast(_ step: Step) -> Any { _unsafeReferenceCast(step, to: Base.self) }",
        "struct Dangling { unowned(unsafe) var step: Step; func name() -> String { step.name } }",
      ]))
    func `Access to any memory is refused, and its line is named`(source: String) throws {
      let found = try refusal(source)
      #expect(
        found?.line?.hasPrefix("answer.swift:") == true && found?.verb == "uses",
        "\(String(describing: found))")
    }

    @Test func `The mark of unsafe code hides nothing`() throws {
      #expect(try refusal("let a = [1, 2].withUnsafeBufferPointer { unsafe $0[1] }")?.name == "unsafe")
      #expect(!Inspection.mayHaveAttributes("nonisolated(unsafe) var a = unsafeBitCast(b, to: Int.self)"))
    }

    @Test func `An honest answer is not refused`() throws {
      let found = try refusal(
        """
        import Dispatch
        import Foundation
        import Synchronization

        final class Box: @unchecked Sendable {
          let lock = NSLock()
          var all: [String: Int] = [:]
          func add() { lock.withLock { all["a", default: 0] += 1 } }
        }
        let box = Mutex(1)
        let delay = pow(2.0, 3) + sqrt(2.0)
        func wait() { Thread.sleep(forTimeInterval: 0); usleep(1) }
        let queue = DispatchQueue(label: "a")
        func enqueue() { queue.sync {}; DispatchQueue.global().async {} }
        extension String: @retroactive Error {}
        extension Array { func chunk() -> Self { self } }
        struct Ticket: Hashable, CustomStringConvertible {
          let number: Int
          var description: String { "\\(number)" }
          static func == (a: Ticket, b: Ticket) -> Bool { a.number == b.number }
        }
        public enum Kind: Sendable { case one, two }
        extension Status: Comparable {
          static func < (a: Status, b: Status) -> Bool { a.rawValue < b.rawValue }
        }
        final class Watcher: NSObject, Sendable {}
        let date = Date(), id = UUID(), text = String(format: "%d", 1)
        actor Guarded {
          var count = 0
          func add() { count += 1 }
        }
        func together() async { await withTaskGroup(of: Void.self) { $0.addTask {} } }
        final class Guard: @unchecked Sendable {
          private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
          private var other = pthread_mutex_t()
          init() {
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
            pthread_mutex_init(&other, nil)
          }
          deinit {
            mutex.deinitialize(count: 1)
            mutex.deallocate()
          }
          func wait() { pthread_mutex_lock(mutex); pthread_mutex_lock(&other) }
        }
        nonisolated(unsafe) var number = 0
        func pause() { var time = timespec(); nanosleep(&time, nil); number += 1 }
        func words() -> [String] { "a b".split(separator: /\\s+/).map { "exit \\($0)" } }
        """)
      #expect(found == nil, "\(String(describing: found))")
    }

    @Test func `A refusal names what was used, and the line`() throws {
      let (refusal, object) = try Bench.shared.inspected(
        Bench.stub + "\nimport Foundation\nfunc f(_ code: Int32) {\n  exit(code)\n}\n", lines: true)
      #expect(refusal?.symbol == "exit" && refusal?.reason.contains("use what Swift") == true)
      let line = Bench.stub.count { $0 == "\n" } + 4
      #expect(Bench.shared.inspection.line(of: "exit", in: object) == "answer.swift:\(line)")
      #expect(Bench.shared.inspection.readable("$s10Foundation11ProcessInfoC") == "ProcessInfo")
    }

    private func refusal(_ source: String) throws -> Finding? {
      try Bench.shared.refusal(Bench.stub + "\n" + source)
    }
  }

  /// The cases of the stub's enumeration.
  private let cases = "case low = 1, high = 2"

  /// Code that runs before the program, where nobody outside of the file sees it.
  private let hook = "@section(\".init_array.0\") private let hook: @convention(c) () -> Void = {}"

  /// The first two of these cases, each of which takes the compiler a second or two; all with `THOROUGH=1`.
  private func few<Case>(_ all: [Case]) -> [Case] { isThorough ? all : Array(all.prefix(2)) }

  /// A small stub, its tests, and the compiler.
  private final class Bench: Sendable {
    static let stub = """
      enum Status: Int, CaseIterable, Sendable {
      case low = 1, high = 2
      }
      import ExerciseSupport
      final class Step: Base, @unchecked Sendable {
      let name: String
      init(_ name: String) { self.name = name }
      var result: String? { nil }
      }
      struct Message: Equatable {
      var text: String
      }
      """
    private static let support = """
      open class Base {
      public init() {}
      public final func note<Text>(_ text: Text) {}
      }
      public func expect(_ holds: Bool, _ claim: @autoclosure () -> String) { if !holds { print(claim()) } }
      """
    private static let tests = """
      import ExerciseSupport
      @testable import Exercise05
      func check() {
        for number in 0..<3 {
          let step = Step("\\(number)")
          step.note("made")
          expect(step.result == nil, "expected nothing, got \\([step.name].joined(separator: ", ")) \
      \\(number)")
        }
        expect(["a"].map { Message(text: $0) } == ["b"].map { Message(text: $0) }, "equal messages")
        for status in Status.allCases { expect(status != .high, "a status \\(status.rawValue)") }
      }
      """

    static let shared = Bench()

    let inspection: Inspection
    let tools: Toolchain
    let folder: URL
    private let reference: Inspection.Reference

    private init() {
      do {
        folder = FileManager.default.temporaryDirectory.appending(path: "inspection-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
          "\($0)/swiftc"
        }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
        let tools = Toolchain(
          compiler: compiler ?? "swiftc", environment: ProcessInfo.processInfo.environment)
        self.tools = try #require(tools)
        inspection = Inspection(self.tools, in: folder)
        try Bench.compile("ExerciseSupport", Bench.support, in: folder, folder)
        let place = folder.appending(path: "stub")
        try Bench.compile("Exercise05", Bench.stub, in: place, folder)
        try Bench.compile("Exercise05Tests", Bench.tests, in: place, folder)
        reference = try inspection.reference(
          module: "Exercise05", answer: [place.appending(path: "Exercise05.o").path],
          tests: [place.appending(path: "Exercise05Tests.o").path])
      } catch {
        fatalError("\(error)")
      }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func refusal(_ text: String) throws -> Finding? { try inspected(text).refusal }

    /// What an answer is refused for, all of it.
    func names(of text: String) throws -> [String] {
      let (_, object) = try inspected(text, readsAttributes: false)
      return try refusals(in: object, text).map { inspection.readable($0.symbol) }
    }

    func refusals(in object: String, _ text: String, of module: String = "Exercise05") throws -> [Finding] {
      try inspection.refusals(module: module, object: object, texts: [text], reference)
    }

    /// The refusal of an answer, and its object.
    func inspected(
      _ text: String, lines: Bool = false, readsAttributes: Bool = true
    ) throws -> (refusal: Finding?, object: String) {
      let place = folder.appending(path: "\(UInt64.random(in: 0 ... .max))")
      if readsAttributes, Inspection.mayHaveAttributes(text) {
        let file = place.appending(path: "answer.swift")
        try Files.write(text, to: file)
        let dump = Programs.run(
          ["swiftc", "-dump-parse", "-parse-as-library", file.path], in: place,
          environment: ProcessInfo.processInfo.environment, deadline: .seconds(60), outputCap: 1 << 20)
        if let refusal = Inspection.refusal(ofDeclarations: dump) { return (refusal, "") }
      }
      let said = try Bench.compile("Exercise05", text, in: place, folder, lines: lines)
      let object = place.appending(path: "Exercise05.o").path
      if let refusal = Inspection.refusal(ofWarnings: said) { return (refusal, object) }
      let refusal = try refusals(in: object, text).first { !$0.isRemark }
      if let refusal { return (refusal, object) }
      try Bench.compile("Exercise05Tests", Bench.tests, in: place, folder)
      let tests = place.appending(path: "Exercise05Tests.o").path
      return (try inspection.refusal(module: "Exercise05", tests: [tests], reference), object)
    }

    /// Compiles a module as the grader does.
    @discardableResult private static func compile(
      _ module: String, _ text: String, in place: URL, _ others: URL, lines: Bool = false
    ) throws -> ProgramResult {
      let file = place.appending(path: "answer.swift")
      try Files.write(text, to: file)
      let path = place.appending(path: module).path
      let ending = Programs.run(
        [
          "swiftc", "-strict-memory-safety", "-swift-version", "6", "-wmo", "-no-emit-module-separately-wmo",
          lines ? "-gline-tables-only" : "-gnone", "-Onone", "-parse-as-library", "-enable-testing",
          "-package-name", "course", "-module-name", module, "-I", place.path, "-I", others.path,
          "-emit-module", "-emit-module-path", "\(path).swiftmodule", "-c", "-o", "\(path).o", file.path,
        ], in: place, environment: ProcessInfo.processInfo.environment, deadline: .seconds(120),
        outputCap: 1 << 20)
      if !ending.isSuccess { throw CourseError(ending.output) }
      return ProgramResult(
        way: ending.way, output: ending.output.replacing("\(place.path)/", with: ""),
        duration: ending.duration)
    }
  }
#endif
