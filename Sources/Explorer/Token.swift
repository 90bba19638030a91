/// One schedule of one scenario, as a short line.
///
/// `k3f9-12b3b20` reads: the scenario whose name gives `k3f9`; at the twelfth
/// decision the second candidate, three decisions later the second again, and
/// after that twenty decisions to the end.
struct Token: Equatable, CustomStringConvertible {
  var scenario: String
  var deviations: [Deviation]
  /// How many decisions there were in all, if the line says so.
  var decisions: Int?

  init(_ scenario: Scenario, _ outcome: Outcome) {
    self.scenario = Token.hash(of: scenario.name)
    deviations = outcome.deviations
    decisions = outcome.decisions
  }

  /// Reads a token; nil when the text is none.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 4 else { return nil }
    scenario = String(parts[0])
    deviations = []
    var number = 0
    var digits = 0
    var last = 0
    for character in parts[1].utf8 {
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number * 10 + Int(character - UInt8(ascii: "0"))
        digits += 1
        guard digits < 10 else { return nil }
      case UInt8(ascii: "b")...UInt8(ascii: "z"):
        guard digits > 0, number > 0 else { return nil }
        last += number
        deviations.append(Deviation(decision: last, choice: Int(character - UInt8(ascii: "a"))))
        (number, digits) = (0, 0)
      default: return nil
      }
    }
    decisions = digits > 0 ? last + number : nil
  }

  var description: String {
    var last = 0
    var text = scenario + "-"
    for deviation in deviations {
      text += Token.text(of: deviation, after: last)
      last = deviation.decision
    }
    if let decisions { text += "\(decisions - last)" }
    return text
  }

  /// A choice behind the letter z is not written down exactly; no scenario has so many threads that are able.
  static func text(of deviation: Deviation, after last: Int) -> String {
    "\(deviation.decision - last)"
      + String(UnicodeScalar(UInt8(ascii: "a") + UInt8(min(deviation.choice, 25))))
  }

  /// Four characters that tell scenarios apart; not Swift's own hash, which differs between processes.
  static func hash(of name: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    let text = String(hash % 1_679_616, radix: 36)
    return String(repeating: "0", count: 4 - text.count) + text
  }
}

/// The token of the schedule that runs, kept where a dying process can still read it.
final class TokenBuffer: @unchecked Sendable {
  // Unchecked: written by the thread that has the baton, read when the process dies.
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: TokenBuffer.capacity)
  let length = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  private let head: [UInt8]
  private var last = 0
  private static let capacity = 4096

  init(_ scenario: Scenario) {
    head = Array((Token.hash(of: scenario.name) + "-").utf8)
    restart()
  }

  deinit {
    bytes.deallocate()
    length.deallocate()
  }

  func restart() {
    length.pointee = 0
    last = 0
    write(head)
  }

  func append(_ deviation: Deviation) {
    write(Array(Token.text(of: deviation, after: last).utf8))
    last = deviation.decision
  }

  private func write(_ text: [UInt8]) {
    for byte in text where length.pointee < TokenBuffer.capacity {
      bytes[length.pointee] = byte
      length.pointee += 1
    }
  }
}
