import MiniOperations

@testable import Exercise11

/// What happens to a fetch, so that it ends.
enum FetchEnding: String, CaseIterable {
  case callback = "calls back"
  case earlyCallback = "calls back before its transfer has returned"
  case twoCallbacks = "calls back twice"
  case failure = "fails"
  case cancel = "is cancelled"
  case callbackAndCancel = "calls back and is cancelled then"
  case cancelAndCallback = "is cancelled and calls back then"
  case earlyCancel = "is cancelled while its transfer begins"
  case cancelBeforeStart = "is cancelled before its start"

  /// The answer that the fetch must get.
  var answer: String {
    switch self {
    case .callback, .earlyCallback, .twoCallbacks, .callbackAndCancel: "\"a page\""
    case .failure: ".failed(\"no line\")"
    case .cancel, .cancelAndCallback, .earlyCancel, .cancelBeforeStart: ".cancelled"
    }
  }

  /// How often the transfer may be stopped.
  var stops: ClosedRange<Int> {
    switch self {
    case .callback, .twoCallbacks, .failure, .callbackAndCancel, .cancelBeforeStart: 0...0
    case .earlyCallback: 0...1
    case .cancel, .cancelAndCallback, .earlyCancel: 1...1
    }
  }

  /// What happens while the transfer begins.
  func takePlace(in line: Line, of screen: Screen?) {
    if self == .earlyCallback { line.call(.success("a page")) }
    if self == .earlyCancel { screen?.fetch.withLock { $0 }?.cancel() }
  }

  /// What happens to the fetch otherwise; it is started.
  func takePlace(with fetch: Fetch, _ line: Line) {
    if self == .cancelBeforeStart { fetch.cancel() }
    fetch.start()
    let page = Fetch.Answer.success("a page")
    switch self {
    case .callback: line.call(page)
    case .twoCallbacks: for _ in 1...2 { line.call(page) }
    case .failure: line.call(.failure(.failed("no line")))
    case .cancel: fetch.cancel()
    case .callbackAndCancel:
      line.call(page)
      fetch.cancel()
    case .cancelAndCallback:
      fetch.cancel()
      line.call(page)
    case .earlyCallback, .earlyCancel, .cancelBeforeStart: break
    }
  }
}
