#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A non-blocking socket; the only file of the server that calls the system.
struct Socket {
  let descriptor: Int32

  /// The error that a socket operation failed, with the system's message.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))." }
  }

  /// Opens a socket at a local port that no other machine can reach; 0 means any free port.
  init(port: UInt16) throws(Failure) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Failure("No socket could be opened") }
    prepare()
    // Otherwise ended connections keep a port busy for a minute.
    set(SO_REUSEADDR, Int32(1))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let failure = Failure("The port \(port) of 127.0.0.1 could not be opened")
      hangUp()
      throw failure
    }
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// The port that the system has chosen.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Begins to listen for clients.
  func open() throws(Failure) {
    if listen(descriptor, 64) != 0 { throw Failure("The server cannot listen for clients") }
  }

  /// The next client; nil if none has come.
  func nextClient() -> Socket? {
    let client = accept(descriptor, nil, nil)
    guard client >= 0 else { return nil }
    let socket = Socket(descriptor: client)
    socket.prepare()
    return socket
  }

  enum Received { case bytes([UInt8]), nothing, end, lost }

  /// Reads the available bytes, up to the limit.
  func receive(atMost limit: Int) -> Received {
    var failure: Int32 = 0
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      count = recv(descriptor, buffer.baseAddress, limit, 0)
      failure = errno
      filled = max(0, count)
    }
    if count > 0 { return .bytes(bytes) }
    if count == 0 { return .end }
    return Socket.isTemporary(failure) ? .nothing : .lost
  }

  /// Sends as much as possible; nil if the other side has disconnected.
  func transmit(_ bytes: ArraySlice<UInt8>) -> Int? {
    // Without this flag, writing to a client that has disconnected would end the program.
    #if canImport(Darwin)
      let flags: Int32 = 0  // `prepare` has set a socket option instead.
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    return count >= 0 ? count : Socket.isTemporary(errno) ? 0 : nil
  }

  /// Tells the other side that no more data will come.
  func shutDownWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the socket; `isHard` makes the other side see an error.
  func hangUp(isHard: Bool = false) {
    if isHard { set(SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }
    _ = close(descriptor)
  }

  private func prepare() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      set(SO_NOSIGPIPE, Int32(1))
    #endif
  }

  private func set<Value>(_ option: Int32, _ value: Value) {
    withUnsafePointer(to: value) {
      _ = setsockopt(descriptor, SOL_SOCKET, option, $0, socklen_t(MemoryLayout<Value>.size))
    }
  }

  private static func isTemporary(_ failure: Int32) -> Bool {
    failure == EAGAIN || failure == EWOULDBLOCK || failure == EINTR
  }
}

/// A pipe that wakes the thread that waits for sockets.
struct Waker {
  private let reading: Int32
  private let writing: Int32
  var descriptor: Int32 { reading }

  init() throws(Socket.Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Socket.Failure("No pipe could be opened") }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Wakes the thread, even if the pipe is full.
  func wake() { _ = write(writing, [0], 1) }

  /// Discards the wake-ups so far.
  func calm() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(reading, &bytes, bytes.count) > 0 {}
  }

  func giveBack() {
    for end in [reading, writing] { _ = close(end) }
  }
}

/// The awaited events of one descriptor, and those that have occurred.
struct Watch {
  let descriptor: Int32
  let forInput: Bool
  let forOutput: Bool
  var hasInput = false
  /// Whether the other side has disconnected, which is reported in any case.
  var isGone = false

  init(_ descriptor: Int32, forInput: Bool, forOutput: Bool) {
    self.descriptor = descriptor
    self.forInput = forInput
    self.forOutput = forOutput
  }

  /// Waits until an awaited event occurs, for at most `patience`.
  static func wait(_ watches: inout [Watch], for patience: Duration?) {
    var sources = watches.map { watch in
      pollfd(
        fd: watch.descriptor,
        events: Int16((watch.forInput ? POLLIN : 0) | (watch.forOutput ? POLLOUT : 0)), revents: 0)
    }
    // Rounded up: a thread that wakes too early would have to wait again at once.
    let milliseconds = patience.map { max(0, min(Double(Int32.max), ($0 / .milliseconds(1)).rounded(.up))) }
    if poll(&sources, nfds_t(sources.count), milliseconds.map { Int32($0) } ?? -1) < 0 { return }
    for (index, source) in sources.enumerated() {
      watches[index].hasInput = source.revents & Int16(POLLIN) != 0
      watches[index].isGone = source.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    }
  }
}
