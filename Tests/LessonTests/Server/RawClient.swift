import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A client that can send anything; it waits up to ten seconds for the answer.
final class RawClient {
  private let descriptor: Int32

  init(port: Int) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(result == 0, "There is no server at \(port).")
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, 4)
    #endif
  }

  deinit { _ = close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
        #elseif canImport(Glibc)
          Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        #elseif canImport(Musl)
          Musl.send(descriptor, $0.baseAddress, $0.count, flags)
        #endif
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Everything that the server sends until it closes.
  func receiveToEnd() -> String {
    var bytes: [UInt8] = []
    while true {
      var some = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &some, some.count, 0)
      if count <= 0 { break }
      bytes += some.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
