#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import CourseKit

  /// Grading reads what no interface promises.
  ///
  /// When a new toolchain writes it in another form, these tests say which function has to follow; without
  /// them, answers would be built slowly and not inspected.
  @Suite struct `What a toolchain writes is still in the form that is read` {
    private func plan() throws -> BuildPlan {
      let folder = packageFolder.appending(path: ".build")
      return try #require(
        BuildPlan(in: folder),
        "SwiftPM's .build/debug.yaml has no commands in the known form: BuildPlan.init(in:) has to follow.")
    }

    @Test func `The plan of a build compiles an exercise and its tests, and links`() throws {
      let plan = try plan()
      let folder = URL(filePath: "/nowhere")
      for module in ["Exercise05", "Exercise05Tests"] {
        let command = try #require(plan.compile(module, [], into: folder), "no command compiles \(module)")
        #expect(command.first?.hasSuffix("/swiftc") == true, "\(command.prefix(3))")
        #expect(command.contains("-module-name") && command.contains(module), "\(command)")
        #expect(!command.contains { $0 == "-output-file-map" || $0.hasPrefix("@") }, "\(command)")
      }
      #expect(plan.objects.contains { $0.contains("/Exercise05Tests.build/") })
      #expect(plan.link([], into: folder).contains("-emit-executable"))
    }

    @Test func `The demangler's tree names modules, types and members`() throws {
      let compiler = try #require(plan().compiler)
      let tools = try #require(
        Toolchain(compiler: compiler, environment: ProcessInfo.processInfo.environment),
        "llvm-nm, llvm-objdump or swift-demangle is not beside \(compiler): Toolchain.init has to follow.")
      func entity(_ symbol: String) throws -> Entity? {
        let tree = try tools.run("swift-demangle", ["-tree-only", symbol])
        let read = Entity.read(tree)
        #expect(read.count == 1, "Entity.read has to follow the form of this tree:\n\(tree)")
        return read.values.first ?? nil
      }
      let equal = try entity("$sSS2eeoiySbSS_SStFZ")
      #expect(equal?.kind == .member && equal?.module == "Swift" && equal?.path == ["String", "=="])
      let start = try entity("$s14MiniOperations0A9OperationC5startyyF")
      #expect(start?.home == "MiniOperations" && start?.path == ["MiniOperation", "start"])
      #expect(start?.isInClass == true)
      let conformance = try entity("$sSis9EquatablesWP")
      #expect(conformance?.kind == .conformance(to: "Equatable", ofModule: "Swift"))
      #expect(conformance?.path == ["Int"])
    }

    @Test func `An object file has symbols, sections and machine code`() throws {
      let compiler = try #require(plan().compiler)
      let environment = ProcessInfo.processInfo.environment
      let tools = try #require(Toolchain(compiler: compiler, environment: environment))
      let object = try #require(plan().objects.first { $0.contains("/Exercise05Tests.build/") })
      let file = try ObjectFile([object], with: tools)
      #expect(file.symbols.contains { $0.isUndefined && $0.name.hasPrefix("$s") }, "llvm-nm's lines")
      #expect(file.sections.keys.contains { $0.contains(".text") }, "llvm-objdump's section headers")
      let name = try #require(file.symbols.first { !$0.isUndefined && "Tt".contains($0.place) }?.name)
      let code = try ObjectFile.code(of: [name], in: object, with: tools)
      #expect(code[name]?.bytes.isEmpty == false, "llvm-objdump's disassembly of \(name)")
    }

    @Test func `What is started by a program that was started shows the mark in its environment`() {
      let ending = Programs.run(
        ["/bin/sh", "-c", "env; :"], in: packageFolder, environment: ["PATH": "/usr/bin:/bin"],
        deadline: .seconds(60), outputCap: 10_000)
      let marks = ending.output.split(separator: "\n").filter { $0.hasPrefix("\(Programs.marker)=") }
      #expect(marks.count == 1, "Programs.run gives no mark to what it starts: \(ending.output)")
    }
  }
#endif
