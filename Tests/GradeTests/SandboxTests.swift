import Foundation
import TestSupport
import Testing

@testable import CourseKit
@testable import GradeKit

/// What a run can reach, under each kind of sandbox that this machine has.
@Suite struct `A run of a learner's code` {
  private static let all = Sandbox.available()
  private static let strong = all.filter(\.limitsTheFolder)

  @Test(arguments: all) func `Its folder is its own: TMPDIR is writable, and is removed afterwards`(
    sandbox: Sandbox
  ) throws {
    try withFolder { folder in
      for round in 1...2 {
        let ending = try run("ls -A \"$TMPDIR\" | wc -l; echo x > \"$TMPDIR/left\"", sandbox, in: folder)
        #expect(ending.output.trimmingCharacters(in: .whitespacesAndNewlines) == "0", "round \(round)")
      }
      #expect(Files.names(in: folder.appending(path: "runs")).isEmpty)
    }
  }

  @Test(arguments: all) func `It cannot write more than the limit of its folder`(sandbox: Sandbox) throws {
    try withFolder { folder in
      let ending = try run(
        """
        for n in 1 2 3; do dd if=/dev/zero of=\"$TMPDIR/$n\" bs=1048576 count=2 2>/dev/null; done; sleep 20 & 
        """
          + "test $(du -sm \"$TMPDIR\" | cut -f 1) -gt 5 && wait; echo kept small", sandbox, in: folder)
      #expect(ending.wasStopped || ending.output == "kept small\n")
    }
  }

  @Test(.enabled(if: !strong.isEmpty), arguments: strong)
  func `It sees neither the files, the network, the processes nor the settings of the machine`(
    sandbox: Sandbox
  ) throws {
    try withFolder { folder in
      try Files.write("secret", to: folder.appending(path: "solution.swift"))
      let script = """
        cat '\(folder.path)/solution.swift' '\(#filePath)' /etc/passwd 2>/dev/null
        ls -A /root /home /proc/sys /var/run 2>/dev/null | grep -v ':$' | grep .
        ls /proc | grep -c '^[0-9]' | grep -vE '^[1-9]$'
        touch /usr/here /tmp/here /dev/shm/here '\(folder.path)/here' /proc/sys/kernel/hostname 2>/dev/null \
        && echo written
        grep -v -e lo: /proc/net/dev | grep :
        grep -c -E 'CapEff:.*[1-9a-f]' /proc/self/status | grep -v '^0$'
        grep 'Max processes' /proc/self/limits | grep -v ' 1024 *1024 '
        echo done
        """
      let ending = try run(script, sandbox, in: folder)
      #expect(ending.output == "done\n")
      #expect(Files.names(in: folder) == ["runs", "solution.swift"])
    }
  }

  @Test(.enabled(if: !strong.isEmpty), arguments: strong)
  func `What it writes into the stream is read`(sandbox: Sandbox) throws {
    try withFolder { folder in
      let run = try RunFolder(in: folder, name: "run", megabytes: 4)
      let ending = start("echo event > \"$STREAM\"", sandbox, run)
      #expect(ending.isSuccess, "\(ending.output)")
      #expect(run.events() == Data("event\n".utf8))
    }
  }

  @Test(.enabled(if: !strong.isEmpty), arguments: strong)
  func `It ends with the process that started it, even if that is killed`(sandbox: Sandbox) throws {
    try withFolder { folder in
      let run = try RunFolder(in: folder, name: "run", megabytes: 4)
      let said = folder.appending(path: "said")
      let shell = URL(filePath: "/bin/sh").resolvingSymlinksInPath()
      let name = "\(UInt64.random(in: 0 ... .max))"
      let inner = [shell.path, "-c", "echo in; while :; do sleep 1; done", name]
      // Trusted, so that nothing else ends what it leaves.
      let ending = Programs.run(
        ["sh", "-c", "\"$@\" > \"$SAID\" & until grep -q in \"$SAID\"; do sleep 0.1; done; kill -9 $$", "sh"]
          + sandbox.wrap(inner, program: shell, run: run), in: URL(filePath: "/"),
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "SAID": said.path],
        deadline: .seconds(60), outputCap: 1000, isTrusted: true)
      #expect(ending.way == .signalled(SIGKILL), "\(ending.output)")
      let left = Programs.run(
        [
          "sh", "-c",
          """
          n=0; while pgrep -f \"$0\" | grep -qv $$; do n=$((n+1)); [ $n -gt 400 ] && break; sleep 0.1; done; 
          """
            + "pgrep -f \"$0\" | grep -v $$", name,
        ],
        in: folder, environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
        deadline: .seconds(60), outputCap: 1000)
      #expect(left.output.isEmpty, "\(left.output)")
      for word in left.output.split(separator: "\n") { kill(pid_t(word) ?? 0, SIGKILL) }
    }
  }

  // MARK: - Helpers

  private func run(_ script: String, _ sandbox: Sandbox, in folder: URL) throws -> ProgramResult {
    let run = try RunFolder(in: folder.appending(path: "runs"), name: "run", megabytes: 4)
    defer { run.remove() }
    return start(script, sandbox, run)
  }

  private func start(_ script: String, _ sandbox: Sandbox, _ run: RunFolder) -> ProgramResult {
    let shell = URL(filePath: "/bin/sh").resolvingSymlinksInPath()
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TMPDIR": run.temporary.path,
      "STREAM": run.streamPath,
    ]
    return Programs.run(
      sandbox.wrap([shell.path, "-c", script], program: shell, run: run), in: URL(filePath: "/"),
      environment: environment.merging(sandbox.environment(run)) { $1 }, input: run.stream,
      deadline: .seconds(60), outputCap: 10_000, stopWhen: sandbox.limitsTheFolder ? nil : { run.isTooFull })
  }
}
