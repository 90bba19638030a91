import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps the beginning of a program's output and discards the rest.
struct Collector {
  let cap: Int
  var data = Data()
  var wasCut = false
  /// Called five times a second; true ends the program.
  var isEnough: (() -> Bool)?
  var wasStopped = false

  var text: String {
    String(decoding: data, as: UTF8.self) + (wasCut ? "\n(the output continues; it was cut here)" : "")
  }

  /// Reads until the bell rings; false if the deadline came first or enough was read.
  mutating func read(_ source: Int32, until bell: Int32, before end: ContinuousClock.Instant) -> Bool {
    var isOpen = true
    while true {
      let left = ContinuousClock.now.duration(to: end)
      if left <= .zero { return false }
      var sources = [
        pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isOpen ? source : -1, events: Int16(POLLIN), revents: 0),
      ]
      let longest = isEnough == nil ? 3_600_000.0 : 200
      let count = poll(&sources, nfds_t(sources.count), Int32(min(left / .milliseconds(1), longest)) + 1)
      if isEnough?() == true {
        wasStopped = true
        return false
      }
      if count < 0 && errno != EINTR { return false }
      if count <= 0 { continue }
      if sources[1].revents != 0 { isOpen = take(source) }
      if sources[0].revents != 0 { return true }
    }
  }

  /// Reads the rest of the pipe, without waiting for more.
  mutating func drain(_ source: Int32) {
    var sources = [pollfd(fd: source, events: Int16(POLLIN), revents: 0)]
    while data.count < cap, poll(&sources, 1, 0) > 0, take(source) {}
  }

  private mutating func take(_ source: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Int(Foundation.read(source, &bytes, bytes.count))
    guard count > 0 else { return false }
    let room = Swift.max(0, cap - data.count)
    data.append(contentsOf: bytes[0..<Swift.min(count, room)])
    wasCut = wasCut || count > room
    return true
  }
}
