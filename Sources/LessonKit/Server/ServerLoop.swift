import Foundation
import MiniOperations

/// The part of a server that its thread shares with the callers of its methods.
final class ServerState: @unchecked Sendable {
  // Unchecked: `content` is touched only while `changed` is locked, and `alarm` is constant.
  struct Content {
    var answers: [String: LoopbackServer.Answer] = [:]
    var held: Set<String> = []
    var requests: [String] = []
    var abandoned: [String] = []
    var port: UInt16 = 0
    /// Reserves the port while the server is down.
    var reservation: Socket?
    var isUp = false
    var isClosing = false
  }

  private let changed = Condition(name: "the loopback server")
  private var content = Content()
  /// Wakes the server's thread while it waits for sockets.
  let alarm = Pipe()

  /// Reads or changes the content under its lock.
  func withLock<Result>(_ body: (inout Content) throws -> Result) rethrows -> Result {
    try changed.withLock { try body(&content) }
  }

  /// Changes the content, and wakes the server's thread and everyone who waits for a change.
  func change(_ body: (inout Content) -> Void) {
    changed.withLock {
      body(&content)
      changed.broadcast()
      if content.isUp { alarm.fileHandleForWriting.write(Data([0])) }
    }
  }

  /// Returns true once the content satisfies the condition, or false after half a minute.
  ///
  /// The limit is a safety net: a lesson that has lost its client should report that instead of stalling.
  @discardableResult
  func wait(until isSatisfied: (Content) -> Bool) -> Bool {
    let deadline = SystemTime().now + .seconds(30)
    return changed.withLock {
      while !isSatisfied(content) {
        if !changed.wait(until: deadline) { return isSatisfied(content) }
      }
      return true
    }
  }
}

/// The loop of a server's thread, which waits for all sockets at once.
struct ServerLoop {
  private struct Client {
    let socket: Socket
    var input: [UInt8] = []
    /// The request, once it is complete, with its answer and the time for it.
    var request: (path: String, answer: LoopbackServer.Answer, due: Duration)?
    var isDone = false
  }

  let listener: Socket
  let state: ServerState
  let timeScale: Double
  private var clients: [Client] = []

  init(listener: Socket, state: ServerState, timeScale: Double) {
    self.listener = listener
    self.state = state
    self.timeScale = timeScale
  }

  mutating func run() {
    let alarm = state.alarm.fileHandleForReading
    while !state.withLock(\.isClosing) {
      let open = clients.map(\.socket.descriptor)
      let ready = Socket.wait(for: [alarm.fileDescriptor, listener.descriptor] + open, patience: patience)
      if ready.contains(alarm.fileDescriptor) { _ = alarm.availableData }
      for index in clients.indices {
        if ready.contains(clients[index].socket.descriptor) { read(&clients[index]) }
        answer(&clients[index])
      }
      clients.removeAll(where: \.isDone)
      if ready.contains(listener.descriptor), let socket = listener.accept() {
        clients.append(Client(socket: socket))
      }
    }
    for client in clients { client.socket.close() }
    listener.close()
    state.change {
      $0.isUp = false
      $0.isClosing = false
    }
  }

  /// The time until the next answer is due; nil if none is.
  private var patience: Duration? {
    let held = state.withLock(\.held)
    let next = clients.compactMap(\.request).filter { !held.contains($0.path) }.map(\.due).min()
    return next.map { $0 - SystemTime().now }
  }

  /// Reads the available bytes of a request, or notices that the client has disconnected.
  private func read(_ client: inout Client) {
    let bytes = client.socket.receive()
    client.input += bytes
    if bytes.isEmpty {
      close(&client, isAnswered: false)
    } else if client.request == nil, client.input.suffix(4) == Array("\r\n\r\n".utf8) {
      let target =
        String(decoding: client.input, as: UTF8.self).split(separator: " ").dropFirst().first ?? "/"
      let path = String(target.prefix { $0 != "?" })
      let answer = state.withLock { $0.answers[path] } ?? .notFound
      client.request = (path, answer, SystemTime().now + .seconds(answer.delay * timeScale))
      state.change { $0.requests.append(path) }
    }
  }

  /// Sends the answer if it is due.
  private func answer(_ client: inout Client) {
    guard !client.isDone, let (path, answer, due) = client.request, due <= SystemTime().now,
      !state.withLock({ $0.held.contains(path) })
    else { return }
    close(&client, isAnswered: client.socket.send(answer.bytes))
  }

  private func close(_ client: inout Client, isAnswered: Bool) {
    client.socket.close()
    client.isDone = true
    if !isAnswered, let path = client.request?.path { state.change { $0.abandoned.append(path) } }
  }
}
