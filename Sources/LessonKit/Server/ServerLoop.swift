import MiniOperations

/// The loop of the server's thread, which waits for all sockets at once and never for a single one.
///
/// No client can block it: there are at most `clientLimit` clients, every client has a deadline, and its
/// `HTTPConnection` decides the next action.
final class ServerLoop: @unchecked Sendable {
  // Unchecked: made on one thread and passed to another, which alone uses it from then on.
  static let clientLimit = 64

  private struct Client {
    let socket: Socket
    var connection: HTTPConnection
    var isClosed = false
  }

  let waker: Waker
  private let listener: Socket
  private let desk: ServerDesk
  private let time = SystemTime()
  private var clients: [Client] = []
  /// When clients are accepted again, after the system had no descriptor for one.
  private var doorOpens = Duration.zero

  init(port: UInt16, desk: ServerDesk) throws {
    self.desk = desk
    listener = try Socket(port: port)
    do {
      try listener.open()
      waker = try Waker()
    } catch {
      listener.hangUp()
      throw error
    }
  }

  func run() {
    while !desk.withLock(\.isClosing) {
      let now = time.now
      let held = desk.withLock(\.held)
      for index in clients.indices { serve(&clients[index], held, at: now) }
      clients.removeAll(where: \.isClosed)
      wait(held, at: now)
    }
    for client in clients { client.socket.hangUp() }
    listener.hangUp()
    desk.hasClosed()
  }

  /// Does everything for a client that can be done without waiting.
  private func serve(_ client: inout Client, _ held: Set<String>, at now: Duration) {
    while true {
      let isHeld = client.connection.waitingPath.map(held.contains) ?? false
      switch client.connection.next(at: now, isHeld: isHeld) {
      case .answer(let request):
        let answer = desk.answer(to: request)
        let due = now + .seconds(answer.delay * desk.timeScale)
        client.connection.answer(request, with: answer, at: due)
      case .send(let bytes):
        guard let count = client.socket.transmit(bytes) else {
          client.connection.lost()
          continue
        }
        if count == 0 { return }
        client.connection.sent(count)
      case .shutDownWriting:
        client.socket.shutDownWriting()
      case .close(let request, let isHard):
        client.socket.hangUp(isHard: isHard)
        client.isClosed = true
        if let request { desk.wasAbandoned(request) }
        return
      case nil:
        return
      }
    }
  }

  /// Waits until a socket is ready, or until the first deadline.
  private func wait(_ held: Set<String>, at now: Duration) {
    var watches = clients.map { client in
      Watch(
        client.socket.descriptor, forInput: client.connection.wantsInput,
        forOutput: client.connection.hasOutput)
    }
    var deadlines = clients.compactMap { $0.connection.deadline }
    let hasRoom = clients.count < Self.clientLimit || clients.contains { $0.connection.isIdle }
    let isOpen = now >= doorOpens && hasRoom
    if now < doorOpens { deadlines.append(doorOpens) }
    watches.append(Watch(listener.descriptor, forInput: isOpen, forOutput: false))
    watches.append(Watch(waker.descriptor, forInput: true, forOutput: false))

    Watch.wait(&watches, for: deadlines.min().map { $0 - now })

    waker.calm()
    for index in clients.indices { read(&clients[index], watches[index]) }
    if watches[clients.count].hasInput { letIn(at: time.now) }
  }

  private func read(_ client: inout Client, _ watch: Watch) {
    if watch.hasInput && watch.forInput {
      switch client.socket.receive(atMost: 16384) {
      case .bytes(let bytes): client.connection.received(bytes)
      case .end: client.connection.receivedEnd()
      case .lost: client.connection.lost()
      case .nothing: break
      }
    } else if watch.isGone {
      client.connection.lost()
    }
  }

  /// Accepts a client; if all places are taken, it replaces an idle one.
  private func letIn(at now: Duration) {
    guard let socket = listener.nextClient() else {
      // Without a pause, the thread would spin while the system is out of descriptors.
      doorOpens = now + .milliseconds(100)
      return
    }
    if clients.count == Self.clientLimit, let idle = clients.firstIndex(where: { $0.connection.isIdle }) {
      clients[idle].socket.hangUp()
      clients.remove(at: idle)
    }
    clients.append(Client(socket: socket, connection: HTTPConnection(at: now)))
  }
}
