/// The connection of one client, as plain data.
///
/// A connection has no sockets and no clock: its methods receive the input and the time, and `next` returns
/// what the owner has to do. So every mistake of a client can be tested without a network.
struct HTTPConnection {
  private enum State {
    /// The state while a request is awaited; a client that takes longer than this is disconnected.
    case reading(until: Duration)
    /// The state while the owner looks for the answer.
    case asking
    /// The state while the answer is delayed.
    case waiting(HTTPRequest, LoopbackServer.Answer, until: Duration)
    /// The state until these bytes have been sent.
    case writing(ArraySlice<UInt8>, for: HTTPRequest?, then: Ending)
    /// The state while the client is given time to read the last answer before the connection closes.
    case draining(until: Duration, isShutDown: Bool)
    /// The final state.
    case closed(abandoning: HTTPRequest?, isHard: Bool)
  }

  private enum Ending { case nextRequest, close, drop }

  /// What the owner has to do next.
  enum Action: Equatable {
    /// Find the answer and pass it to `answer`.
    case answer(HTTPRequest)
    /// Send these bytes, and report with `sent` how many were sent.
    case send(ArraySlice<UInt8>)
    /// Tell the client that no more data will come.
    case shutDownWriting
    /// Close the socket, gracefully or hard; the client did not wait for the answer to the abandoned request.
    case close(abandoning: HTTPRequest?, isHard: Bool)
  }

  /// How long a client may take for a request, and how long a connection stays open without one.
  static let patience = Duration.seconds(30)
  /// How long a client may take to read a last answer.
  static let farewell = Duration.seconds(1)

  private var state: State
  private var parser = HTTPParser()
  /// Input during an answer: requests of a client that does not wait for answers.
  private var early: [UInt8] = []
  private var hasEnded = false

  init(at now: Duration) { state = .reading(until: now + Self.patience) }

  /// Whether the connection could be closed without loss.
  var isIdle: Bool {
    if case .reading = state { return !parser.isInside }
    return false
  }

  /// Whether the connection accepts input.
  var wantsInput: Bool {
    switch state {
    case .reading, .draining: true
    // Only to detect that the client has disconnected.
    case .waiting: early.count < 65536 && !hasEnded
    case .asking, .writing, .closed: false
    }
  }

  /// Whether bytes are ready to be sent.
  var hasOutput: Bool {
    if case .writing = state { return true }
    return false
  }

  /// The path whose answer is delayed.
  var waitingPath: String? {
    if case .waiting(let request, _, _) = state { return request.path }
    return nil
  }

  /// When `next` has to be called again even without input.
  var deadline: Duration? {
    switch state {
    case .reading(let until), .waiting(_, _, let until), .draining(let until, _): until
    case .asking, .writing, .closed: nil
    }
  }

  // MARK: Events

  mutating func received(_ bytes: [UInt8]) {
    switch state {
    case .reading: parser.append(bytes)
    case .waiting: early += bytes
    // Input after the last answer is discarded.
    case .asking, .writing, .draining, .closed: break
    }
  }

  /// Records that the client sends nothing more.
  mutating func receivedEnd() { hasEnded = true }

  /// Records that the client has disconnected.
  mutating func lost() {
    switch state {
    case .waiting(let request, _, _): state = .closed(abandoning: request, isHard: false)
    case .writing(_, let request, _): state = .closed(abandoning: request, isHard: false)
    case .reading, .asking, .draining: state = .closed(abandoning: nil, isHard: false)
    case .closed: break
    }
  }

  mutating func answer(_ request: HTTPRequest, with answer: LoopbackServer.Answer, at due: Duration) {
    state = .waiting(request, answer, until: due)
  }

  mutating func sent(_ count: Int) {
    guard case .writing(let rest, let request, let ending) = state else { return }
    state = .writing(rest.dropFirst(count), for: request, then: ending)
  }

  // MARK: Actions

  /// What to do now; nil if there is nothing to do before the next event or `deadline`.
  mutating func next(at now: Duration, isHeld: Bool = false) -> Action? {
    while true {
      switch state {
      case .reading(let until):
        do {
          if let request = try parser.next() {
            state = .asking
            return .answer(request)
          }
          if hasEnded {
            state = .closed(abandoning: nil, isHard: false)
          } else if now < until {
            return nil
          } else if parser.isInside {
            refuse(.tooSlow)
          } else {
            state = .closed(abandoning: nil, isHard: false)
          }
        } catch {
          refuse(error)
        }
      case .waiting(let request, let answer, let until):
        if !isHeld && now >= until {
          let ending: Ending = answer.cut != nil ? .drop : request.keepsAlive ? .nextRequest : .close
          state = .writing(answer.bytes(keepsAlive: request.keepsAlive)[...], for: request, then: ending)
        } else if hasEnded {
          state = .closed(abandoning: request, isHard: false)
        } else {
          return nil
        }
      case .writing(let rest, _, let ending):
        if !rest.isEmpty { return .send(rest) }
        switch ending {
        case .nextRequest:
          parser.append(early)
          early = []
          state = .reading(until: now + Self.patience)
        case .close: state = .draining(until: now + Self.farewell, isShutDown: false)
        case .drop: state = .closed(abandoning: nil, isHard: true)
        }
      case .draining(let until, let isShutDown):
        if hasEnded || now >= until {
          state = .closed(abandoning: nil, isHard: false)
        } else if !isShutDown {
          state = .draining(until: until, isShutDown: true)
          return .shutDownWriting
        } else {
          return nil
        }
      case .asking: return nil
      case .closed(let request, let isHard): return .close(abandoning: request, isHard: isHard)
      }
    }
  }

  private mutating func refuse(_ refusal: HTTPRefusal) {
    let bytes = LoopbackServer.Answer.status(refusal.status).bytes(keepsAlive: false)
    state = .writing(bytes[...], for: nil, then: .close)
  }
}
