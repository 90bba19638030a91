/// One client's connection, as plain data.
///
/// A connection knows no sockets and no clock: it is told what came and what time it is, and `next` says
/// what its owner has to do. So everything that a client can do wrong is tested without a network.
struct HTTPConnection {
  private enum State {
    /// The state while a request is awaited; a client that takes longer than this is sent away.
    case reading(until: Duration)
    /// The state while the owner looks for the answer.
    case asking
    /// The state while the answer is delayed.
    case waiting(HTTPRequest, LoopbackServer.Answer, until: Duration)
    /// The state while these bytes have not gone out.
    case writing(ArraySlice<UInt8>, for: HTTPRequest?, then: Ending)
    /// The state while the client is given time to read the last answer before the connection closes.
    case draining(until: Duration, isShutDown: Bool)
    /// The state when nothing more will happen.
    case closed(abandoning: HTTPRequest?, isHard: Bool)
  }

  private enum Ending { case nextRequest, close, drop }

  /// What the owner has to do next.
  enum Action: Equatable {
    /// Find the answer and hand it over with `answer`.
    case answer(HTTPRequest)
    /// Send these bytes, and tell with `sent` how many have gone.
    case send(ArraySlice<UInt8>)
    /// Tell the client that nothing more is coming.
    case shutDownWriting
    /// Close the socket, politely or hard; the client has left the answer to this request behind.
    case close(abandoning: HTTPRequest?, isHard: Bool)
  }

  /// How long a client may take for a request, and how long a connection stays open without one.
  static let patience = Duration.seconds(30)
  /// How long a client may take to read a last answer.
  static let farewell = Duration.seconds(1)

  private var state: State
  private var parser = HTTPParser()
  /// What came while an answer was on its way: requests of a client that does not wait for answers.
  private var early: [UInt8] = []
  private var hasEnded = false

  init(at now: Duration) { state = .reading(until: now + Self.patience) }

  /// Whether the connection could be closed without loss.
  var isIdle: Bool {
    if case .reading = state { return !parser.isInside }
    return false
  }

  /// Whether bytes are welcome.
  var wantsInput: Bool {
    switch state {
    case .reading, .draining: true
    // Only to see whether the client is still there.
    case .waiting: early.count < 65536 && !hasEnded
    case .asking, .writing, .closed: false
    }
  }

  /// Whether there are bytes that have to go out.
  var hasOutput: Bool {
    if case .writing = state { return true }
    return false
  }

  /// The path whose answer is delayed.
  var waitingPath: String? {
    if case .waiting(let request, _, _) = state { return request.path }
    return nil
  }

  /// When `next` has to be asked again even if nothing comes.
  var deadline: Duration? {
    switch state {
    case .reading(let until), .waiting(_, _, let until), .draining(let until, _): until
    case .asking, .writing, .closed: nil
    }
  }

  // MARK: What happened

  mutating func received(_ bytes: [UInt8]) {
    switch state {
    case .reading: parser.append(bytes)
    case .waiting: early += bytes
    // Whatever comes after a last answer is thrown away.
    case .asking, .writing, .draining, .closed: break
    }
  }

  /// Records that the client sends nothing more.
  mutating func receivedEnd() { hasEnded = true }

  /// Records that the client is gone.
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

  // MARK: What to do

  /// What to do now; nil if there is nothing to do until something happens or `deadline` comes.
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
