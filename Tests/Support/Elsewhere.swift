import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread that was there before any exploration, so that none directs it.
///
/// Its caller waits at a pipe, which the Explorer does not direct either.
public final class Elsewhere: @unchecked Sendable {
  /// What it does next, handed over and back through the pipes.
  private final class Work: @unchecked Sendable {
    var body: (@Sendable () -> Void)?
  }

  private let requests = Pipe()
  private let replies = Pipe()
  private let work = Work()

  /// Starts the thread.
  public init() {
    let (requests, work) = (requests.fileHandleForReading, work)
    Thread {
      var byte: UInt8 = 0
      while read(requests.fileDescriptor, &byte, 1) == 1 { work.body.take()?() }
    }.start()
  }

  /// Returns when the thread has done `body`.
  public func run(_ body: @escaping @Sendable () -> Void) {
    let reply = replies.fileHandleForWriting
    post {
      body()
      var byte: UInt8 = 0
      write(reply.fileDescriptor, &byte, 1)
    }
    var byte: UInt8 = 0
    while read(replies.fileHandleForReading.fileDescriptor, &byte, 1) != 1 {}
  }

  /// Lets the thread do `body`, at some time.
  public func post(_ body: @escaping @Sendable () -> Void) {
    work.body = body
    var byte: UInt8 = 0
    write(requests.fileHandleForWriting.fileDescriptor, &byte, 1)
  }
}
