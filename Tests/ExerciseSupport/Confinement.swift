import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a requirement's process gives up before any code of the exercise runs.
enum Confinement {
  /// The variable that says that nobody else uses the temporary folder.
  private static let variable = "TMPDIR_IS_OWN"
  /// The folder with those of the requirements.
  private static let shared: URL = {
    let folder = FileManager.default.temporaryDirectory
    if getenv(variable) != nil { return folder }
    atexit { try? FileManager.default.removeItem(at: shared) }
    return folder.appending(path: "requirements-\(getpid())")
  }()
  private static let inUse = Mutex<Set<String>>([])
  private static let prepared: Void = {
    Compiled.announce()
    Memory.close()
  }()

  /// Prepares the process that runs the tests, once.
  static func prepare() { prepared }

  /// Makes the temporary folder of one requirement.
  static func makeFolder() -> String {
    let name = UUID().uuidString
    _ = inUse.withLock { $0.insert(name) }
    let folder = shared.appending(path: name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      Issue.record(error, "The folder for temporary files could not be made.")
    }
    return folder.path
  }

  /// Removes it, and what was left beside it: no file of one requirement must tell another anything.
  static func remove(_ folder: String) {
    inUse.withLock { names in
      names.remove(URL(filePath: folder).lastPathComponent)
      let left = (try? FileManager.default.contentsOfDirectory(atPath: shared.path)) ?? []
      for name in left where !names.contains(name) {
        try? FileManager.default.removeItem(at: shared.appending(path: name))
      }
    }
  }

  /// Has a requirement's process use that folder, and takes from it the means to start programs.
  static func enter(_ folder: String) {
    setenv("TMPDIR", folder, 1)
    #if os(Linux)
      startNothing()
    #endif
  }

  #if os(Linux)
    /// Has the kernel refuse new processes and other programs; threads are still allowed.
    private static func startNothing() {
      #if arch(x86_64)
        let (architecture, clone, clone3): (UInt32, UInt32, UInt32) = (0xc000_003e, 56, 435)
        // fork, vfork, execve and execveat.
        let refused: [UInt32] = [57, 58, 59, 322]
      #elseif arch(arm64)
        let (architecture, clone, clone3): (UInt32, UInt32, UInt32) = (0xc000_00b7, 220, 435)
        let refused: [UInt32] = [221, 281]
      #else
        return
      #endif
      #if arch(x86_64) || arch(arm64)
        let (notPermitted, notThere) = (
          UInt32(0x0005_0000) | UInt32(EPERM), UInt32(0x0005_0000) | UInt32(ENOSYS)
        )
        var program = Filter()
        program.load(4)
        program.answer(0x7fff_0000, unless: architecture)
        program.load(0)
        for number in refused { program.answer(notPermitted, to: number) }
        // The C library then calls clone, whose flags can be read.
        program.answer(notThere, to: clone3)
        program.answer(0x7fff_0000, unless: clone)
        program.load(16)
        program.answer(notPermitted, withoutBits: 0x0001_0000)
        program.answer(0x7fff_0000)
        // 38 is PR_SET_NO_NEW_PRIVS, 22 is PR_SET_SECCOMP, and 2 a filter.
        program.withBytes { pointer in
          if prctl(38, 1, 0, 0, 0) == 0 { _ = prctl(22, 2, UInt(bitPattern: pointer), 0, 0) }
        }
      #endif
    }

    /// A program for the kernel's filter of system calls: each instruction has 8 bytes.
    private struct Filter {
      private var code: [UInt64] = []

      private mutating func add(_ operation: UInt16, _ ifTrue: UInt8, _ ifFalse: UInt8, _ value: UInt32) {
        code.append(
          UInt64(operation) | UInt64(ifTrue) << 16 | UInt64(ifFalse) << 24 | UInt64(value) << 32)
      }

      /// Loads four bytes of the description of the call.
      mutating func load(_ offset: UInt32) { add(0x20, 0, 0, offset) }
      mutating func answer(_ result: UInt32) { add(0x06, 0, 0, result) }

      mutating func answer(_ result: UInt32, to number: UInt32) {
        add(0x15, 0, 1, number)
        answer(result)
      }

      mutating func answer(_ result: UInt32, unless number: UInt32) {
        add(0x15, 1, 0, number)
        answer(result)
      }

      mutating func answer(_ result: UInt32, withoutBits bits: UInt32) {
        add(0x45, 1, 0, bits)
        answer(result)
      }

      /// Calls `body` with the address of a count and a pointer, as the kernel reads them.
      func withBytes(_ body: (UnsafeRawPointer) -> Void) {
        code.withUnsafeBytes { bytes in
          let head = [UInt64(code.count), UInt64(UInt(bitPattern: bytes.baseAddress))]
          head.withUnsafeBytes { head in
            if let address = head.baseAddress { body(address) }
          }
        }
      }
    }
  #endif
}
