import Foundation

/// What stands between a student's code and the machine, as far as the system offers it.
///
/// None of it is more than the kernel's own separation of users: it keeps accidents and simple attacks in.
struct Sandbox: Sendable {
  /// The command that a command is put behind.
  let command: [String]
  /// What it does, for the report.
  let description: String

  /// The strongest that works here: `folder` can be read in it, wherever it lies, and only `writable` be
  /// written.
  static func strongest(folder: URL, writable: URL) -> Sandbox {
    candidates(folder.path, writable.path).first { candidate in
      let ending = Programs.run(
        candidate.command + ["/bin/sh", "-c", "test -d \"$1\" && echo in", "sh", folder.path],
        in: URL(filePath: "/"),
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
        deadline: .seconds(10), outputCap: 1000)
      return ending.isSuccess && ending.output.hasSuffix("in\n")
    } ?? Sandbox(command: [], description: "no sandbox: neither bwrap nor unshare works here")
  }

  private static func candidates(_ folder: String, _ writable: String) -> [Sandbox] {
    [
      Sandbox(
        command: [
          "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp",
          "--ro-bind", folder, folder, "--bind", writable, writable, "--unshare-net", "--unshare-pid",
          "--unshare-ipc", "--die-with-parent", "--",
        ],
        description: "bwrap: no network, no writing outside the work folder, processes of its own"),
      Sandbox(
        command: ["unshare", "--user", "--map-root-user", "--net", "--pid", "--ipc", "--mount", "--fork"]
          + ["--kill-child", "--mount-proc", "/bin/sh", "-c", readOnly, "sh", writable],
        description: "unshare: no network, no writing outside the work folder, processes of its own"),
      Sandbox(
        command: ["unshare", "--user", "--map-root-user", "--net", "--"],
        description: "unshare: no network; writing is not kept in"),
    ]
  }

  /// Makes every mount read-only but the work folder, gives up the right to undo it, and goes on.
  private static let readOnly = """
    work=$1; shift
    mount --bind "$work" "$work" || exit 1
    while read -r _ place _ options _; do
      case $place in "$work"|/proc|/proc/*) continue ;; esac
      case $options in ro|ro,*) continue ;; esac
      flags=$(printf %s "$options" | tr , '\\n' | grep -xE 'nosuid|nodev|noexec|noatime|relatime' | tr '\\n' ,)
      mount -o "remount,bind,${flags}ro" "$place" || case $place in /dev/*) ;; *) exit 1 ;; esac
    done < /proc/self/mounts
    exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
    """
}
