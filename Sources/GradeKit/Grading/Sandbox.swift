import CourseKit
import Foundation

/// What separates a student's code from the machine, as far as the system supports it.
package struct Sandbox: Launcher, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A file system, network and processes of its own, by `bwrap`.
    case bwrap
    /// The same, by `unshare` and a script.
    case unshare
    /// No network.
    case network
    case none
  }

  package let kind: Kind

  /// What the sandbox does, for the report.
  package var description: String {
    switch kind {
    case .bwrap, .unshare:
      "\(kind.rawValue): no network, and of the files only the toolchain, the test program and a folder for the run"
    case .network: "unshare: no network; files can be read and written as this user can"
    case .none: "no sandbox: files, network and processes as for this user"
    }
  }

  /// Whether the kernel limits the size of the run's folder.
  package var limitsTheFolder: Bool { kind == .bwrap || kind == .unshare }

  /// The kinds that work on this machine, the strongest first; the last is none at all.
  package static func available() -> [Sandbox] { probed().working }

  /// The same, and for each kind that does not work the message of the program that failed.
  package static func probed() -> (working: [Sandbox], failures: [String]) {
    let name = "course-probe-\(UInt64.random(in: 0 ... .max))"
    let scratch = FileManager.default.temporaryDirectory.appending(path: name)
    defer { try? FileManager.default.removeItem(at: scratch) }
    var failures: [String] = []
    let working = Kind.allCases.map(Sandbox.init).filter { sandbox in
      guard sandbox.kind != .none, let run = try? RunFolder(in: scratch, name: "probe", megabytes: 1) else {
        if sandbox.kind == .none { return true }
        failures.append(
          "\(sandbox.kind.rawValue): no folder can be made in '\(scratch.deletingLastPathComponent().path)'")
        return false
      }
      let shell = URL(filePath: "/bin/sh").resolvingSymlinksInPath()
      let script = "echo x > \"$1/file\" && echo x > \"$2\" && echo in"
      let ending = Programs.run(
        sandbox.wrap(
          [shell.path, "-c", script, "sh", run.temporary.path, run.streamPath], program: shell, run: run),
        in: URL(filePath: "/"),
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
        input: run.stream, deadline: .seconds(20), outputCap: 1000)
      let works = ending.isSuccess && ending.output.hasSuffix("in\n")
      if !works {
        let reason =
          if case .notStarted(let reason) = ending.way { reason } else {
            ending.output.split(separator: "\n").last.map(String.init) ?? "it ended with \(ending.way)"
          }
        failures.append("\(sandbox.kind.rawValue): \(reason)")
      }
      return works
    }
    return (working, failures)
  }

  /// The additional environment of a run.
  package func environment(_ run: RunFolder) -> [String: String] {
    limitsTheFolder ? ["HOME": run.temporary.path] : [:]
  }

  /// Why a run did not begin, if the sandbox is the cause.
  package func trouble(_ ending: ProgramResult) -> String? {
    guard limitsTheFolder, ending.output.hasPrefix("sandbox: ") || ending.output.hasPrefix("bwrap: ") else {
      return nil
    }
    return "The sandbox could not be set up: \(ending.output.prefix(300))"
  }

  /// A command that runs in the sandbox; `program` is the one file that it needs besides the toolchain.
  package func wrap(_ command: [String], program: URL, run: RunFolder) -> [String] {
    switch kind {
    case .none: return command
    case .network: return ending + ["unshare", "--user", "--map-root-user", "--net", "--"] + command
    case .unshare:
      return ending + [
        "unshare", "--user", "--map-root-user", "--net", "--pid", "--ipc", "--uts", "--mount", "--fork",
      ]
        + ["--kill-child", "/bin/sh", "-c", Sandbox.script, "sh", run.url.path, "\(run.megabytes)"]
        + [program.path, Sandbox.toolchain] + processes + command
    case .bwrap:
      // As the first process: another one of the same user would have the stream of events open, for all to
      // find.
      var words = ["bwrap", "--unshare-all", "--as-pid-1", "--die-with-parent", "--new-session"]
      words += ["--cap-drop", "ALL"]
      for folder in Sandbox.shown { words += ["--ro-bind-try", folder, folder] }
      words += [
        "--dir", "/tmp", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/proc/sys", "--remount-ro", "/dev",
      ]
      words += ["--ro-bind", Sandbox.toolchain, Sandbox.toolchain, "--ro-bind", program.path, program.path]
      words += ["--size", "\(run.megabytes << 20)", "--tmpfs", run.temporary.path]
      return words + ["--remount-ro", "/", "--chdir", run.temporary.path, "--"] + processes + command
    }
  }

  /// Ends with the thread that starts it, which waits for its end.
  private var ending: [String] { ["setpriv", "--pdeathsig", "KILL"] }
  /// Limits how many processes and threads the user of the sandbox has.
  private var processes: [String] { ["prlimit", "--nproc=1024", "--"] }

  /// The parts of the system that a program linked with the toolchain's libraries needs.
  private static let shown = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/localtime",
  ]

  /// The folder above `usr/bin/swift`.
  private static let toolchain: String = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let swift = folders.map { URL(filePath: "\($0)/swift").resolvingSymlinksInPath() }.first(
      where: Files.exists)
    // `usr/bin/swift` may itself be a link to `swift-driver`, beside it.
    let usr = swift?.deletingLastPathComponent().deletingLastPathComponent()
    return usr.map { $0.path } ?? "/usr"
  }()

  /// Builds a file system in memory from the few folders that are needed, makes it the only one, drops the
  /// privileges to undo any of it, and executes the program.
  private static let script = """
    run=$1 size=$2 program=$3 toolchain=$4; shift 4; root=$run/root
    # pivot_root is there, and Debian does not put the folder into a user's path.
    PATH=$PATH:/usr/sbin:/sbin
    fail() { echo "sandbox: $1"; exit 113; }
    mount -t tmpfs -o size=1m,mode=755 none "$root" || fail 'no file system in memory'
    mkdir -p "$root/tmp" "$root/proc" "$root/dev" "$root/etc" "$root/old" || fail 'no folders'
    show() {
      mkdir -p "$root${1%/*}"
      if [ -d "$1" ]; then mkdir -p "$root$1" && mount --rbind "$1" "$root$1" || fail "$1 cannot be shown"
      else : > "$root$1" && mount --bind "$1" "$root$1" || fail "$1 cannot be shown"; fi
    }
    for place in /usr /bin /sbin /lib /lib32 /lib64; do
      if [ -L "$place" ]; then ln -s "$(readlink "$place")" "$root$place"
      elif [ -d "$place" ]; then show "$place"; fi
    done
    for place in /etc/ld.so.cache /etc/localtime /dev/null /dev/zero /dev/random /dev/urandom; do
      [ -e "$place" ] && show "$place"
    done
    case $toolchain in /usr|/usr/*) ;; *) show "$toolchain" ;; esac
    case $program in /usr/*) ;; *) show "$program" ;; esac
    mkdir -p "$root$run/tmp" && mount -t tmpfs -o "size=${size}m,mode=700" none "$root$run/tmp" || fail 'no folder for the run'
    mount -t proc none "$root/proc" || fail 'no /proc'
    mount -t tmpfs -o ro,size=0 none "$root/proc/sys" || fail '/proc/sys cannot be hidden'
    while read -r _ place _ options _; do
      case $place in "$root"|"$root"/*) ;; *) continue ;; esac
      case $place in "$root$run/tmp"|"$root/proc") continue ;; esac
      case $options in ro|ro,*) continue ;; esac
      flags=$(printf %s "$options" | tr , '\\n' | grep -xE 'nosuid|nodev|noexec|noatime|relatime' | tr '\\n' ,)
      mount -o "remount,bind,${flags}ro" "$place" || case $place in "$root"/dev/*) ;; *) fail "$place is not read-only" ;; esac
    done < /proc/self/mounts
    command -v pivot_root > /dev/null || fail 'pivot_root is not installed (package util-linux)'
    command -v setpriv > /dev/null || fail 'setpriv is not installed (package util-linux)'
    cd "$root" && pivot_root . old && umount -l /old || fail 'the other files cannot be hidden'
    cd "$run/tmp" || fail 'no folder for the run'
    exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
    """
}
