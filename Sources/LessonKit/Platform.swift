import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The process that a lesson runs in.
enum ThisProcess {
  /// The time for which threads of this program used a processor or waited for one, in seconds.
  static var demandedTime: Double {
    Double(clock()) / Double(CLOCKS_PER_SEC) + waitedTime(of: "/proc/self/task")
  }

  /// The time for which the threads in `folder` waited for a processor, in seconds.
  ///
  /// It is known on Linux only, and only of threads that have not ended.
  static func waitedTime(of folder: String) -> Double {
    let waits = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { thread in
      // The time on a processor, the time of waiting for one, and how often it got one.
      let fields = (try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8))?.split(
        separator: " ")
      return fields.flatMap { $0.count > 1 ? Double($0[1]) : nil } ?? 0
    }
    return waits.reduce(0, +) / 1e9
  }

  /// Ends the program at once, even while other threads run.
  static func end(_ code: Int32) -> Never { _exit(code) }
}
