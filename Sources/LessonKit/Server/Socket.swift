#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket of this machine; the only file of the server that calls the system.
struct Socket {
  let descriptor: Int32

  /// The error that a socket operation failed, with the system's message.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ message: String) { description = "\(message): \(String(cString: strerror(errno)))." }
  }

  /// Opens a socket at a local port that no other machine can reach; 0 means any free port.
  init(port: UInt16) throws(Failure) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    self.init(descriptor: socket(AF_INET, stream, 0))
    // Without this option, closed connections keep a port busy for a minute.
    set(SO_REUSEADDR)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    if result != 0 {
      let failure = Failure("The port \(port) of 127.0.0.1 could not be opened")
      close()
      throw failure
    }
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      set(SO_NOSIGPIPE)
    #endif
  }

  private func set(_ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The port that the system has chosen.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Waits until one of the descriptors has input or is closed by its other side, and returns those that are.
  static func wait(for descriptors: [Int32], patience: Duration?) -> Set<Int32> {
    var watches = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Rounded up: a thread that wakes too early would have to wait again at once.
    let milliseconds = patience.map { ($0 / .milliseconds(1)).rounded(.up) } ?? -1
    _ = poll(&watches, nfds_t(watches.count), patience == nil ? -1 : Int32(min(max(0, milliseconds), 1e9)))
    return Set(watches.filter { $0.revents != 0 }.map(\.fd))
  }

  /// Begins to accept clients.
  func listen() throws(Failure) {
    if systemListen(descriptor, 64) != 0 {
      let failure = Failure("The server cannot listen for clients")
      close()
      throw failure
    }
  }

  /// The next client.
  func accept() -> Socket? {
    let client = systemAccept(descriptor, nil, nil)
    return client < 0 ? nil : Socket(descriptor: client)
  }

  /// The bytes that are there; none if the other side has disconnected.
  func receive() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16384) { buffer, count in
      count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }

  /// Sends all bytes; false if the other side has disconnected.
  func send(_ bytes: [UInt8]) -> Bool {
    // Without this flag, writing to a client that has disconnected would end the program.
    #if canImport(Darwin)
      let flags: Int32 = 0  // `init` has set a socket option instead.
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
      if count < 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func close() { _ = systemClose(descriptor) }
}

// Inside `Socket` these names are its methods'.
private let systemListen = listen
private let systemAccept = accept
private let systemSend = send
private let systemClose = close
