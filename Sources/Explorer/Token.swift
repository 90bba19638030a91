/// One schedule of one scenario, as a short line.
///
/// `k3f9q7-12b3b20` reads: the scenario whose name gives `k3f9`; the check `q7`; at the twelfth decision the
/// second candidate, three decisions later the second again, and after that twenty decisions to the end. The
/// check is computed from the rest, so that a truncated line is not taken for another token. After an `a`, as
/// in `k3f9q7-a12b3b20`, threads are also switched at the accesses that race. A candidate after `z` takes two
/// letters: `12z0c` is two further than `z`, at the same decision.
struct Token: Equatable, CustomStringConvertible {
  /// Why a text cannot be read as a token.
  enum Flaw: Error {
    /// It does not have the form of a token.
    case unlike
    /// Something is missing or was changed.
    case damaged
  }

  var scenario: String
  /// Whether the schedule has switches at accesses to ordinary memory, those that race.
  var switchesAtAccesses = false
  var deviations: [Deviation]
  /// How many decisions there were in all, if the line says so.
  var decisions: Int?

  init(_ scenario: Scenario, _ outcome: Outcome, switchesAtAccesses: Bool) {
    self.scenario = Token.hash(of: scenario.name)
    self.switchesAtAccesses = switchesAtAccesses
    deviations = outcome.deviations
    decisions = outcome.decisions
  }

  /// Reads a token; white space in it is ignored, and so is the word before it.
  init(reading text: String) throws(Flaw) {
    var line = text.filter { !$0.isWhitespace }
    if line.hasPrefix("replay:") { line.removeFirst("replay:".count) }
    let head = line.prefix(6)
    let isCode = { (character: Character) in "a"..."z" ~= character || "0"..."9" ~= character }
    guard !line.isEmpty, head.allSatisfy(isCode), line.dropFirst(6).isEmpty || line.dropFirst(6).first == "-"
    else { throw .unlike }
    let body = line.dropFirst(7)
    guard body.allSatisfy(isCode) else { throw .unlike }
    switchesAtAccesses = body.first == "a"
    guard head.count == 6, line.count > 6, head.suffix(2) == Token.check(of: head.prefix(4) + "-" + body),
      let (deviations, decisions) = Token.read(body.dropFirst(switchesAtAccesses ? 1 : 0))
    else { throw .damaged }
    scenario = String(head.prefix(4))
    (self.deviations, self.decisions) = (deviations, decisions)
  }

  private static func read(_ body: Substring) -> ([Deviation], Int?)? {
    var deviations: [Deviation] = []
    var (number, digits, last) = (0, 0, 0)
    for character in body.utf8 {
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number * 10 + Int(character - UInt8(ascii: "0"))
        digits += 1
        guard digits < 10 else { return nil }
      case UInt8(ascii: "b")...UInt8(ascii: "z"):
        guard digits > 0, number > 0 || !deviations.isEmpty else { return nil }
        last += number
        let before = number > 0 ? 0 : deviations.removeLast().choice
        deviations.append(Deviation(decision: last, choice: before + Int(character - UInt8(ascii: "a"))))
        (number, digits) = (0, 0)
      default: return nil
      }
    }
    return (deviations, digits > 0 ? last + number : nil)
  }

  var description: String {
    var last = 0
    var body = switchesAtAccesses ? "a" : ""
    for deviation in deviations {
      Token.letters(of: deviation) { letter in
        body += "\(deviation.decision - last)\(UnicodeScalar(letter))"
        last = deviation.decision
      }
    }
    if let decisions { body += "\(decisions - last)" }
    return scenario + Token.check(of: scenario + "-" + body) + "-" + body
  }

  /// The letters whose places in the alphabet add up to the choice.
  static func letters(of deviation: Deviation, _ body: (UInt8) -> Void) {
    var rest = deviation.choice
    while rest > 0 {
      body(UInt8(ascii: "a") + UInt8(min(rest, 25)))
      rest -= 25
    }
  }

  /// Four characters that distinguish scenarios; not Swift's own hash, which differs between processes.
  static func hash(of name: String) -> String {
    var hash = Digest()
    for byte in name.utf8 { hash.add(byte) }
    let text = String((hash.value ^ hash.value >> 32) % 1_679_616, radix: 36)
    return String(repeating: "0", count: 4 - text.count) + text
  }

  private static func check(of text: String) -> String {
    var digest = Digest()
    for byte in text.utf8 { digest.add(byte) }
    return String(decoding: [digest.check.0, digest.check.1], as: UTF8.self)
  }
}

/// The hash function FNV-1a, which gives the same in every process.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Two letters or digits.
  var check: (UInt8, UInt8) {
    let mixed = value ^ value >> 32
    return (Digest.digit(mixed % 36), Digest.digit(mixed / 36 % 36))
  }

  private static func digit(_ value: UInt64) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + UInt8(value) : UInt8(ascii: "a") + UInt8(value - 10)
  }
}

/// The token of the running schedule, kept where a crashing process can still read it.
final class TokenBuffer: @unchecked Sendable {
  // Unchecked: written by the thread that holds the baton, read when the process crashes.
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: TokenBuffer.capacity)
  let length = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  /// What a crash report says before the token.
  let cause: UnsafeMutableBufferPointer<UInt8>?
  private let scenario: [UInt8]
  private let switchesAtAccesses: Bool
  private var digest = Digest()
  private var last = 0
  private var isFull = false
  private static let capacity = 4096

  init(_ scenario: Scenario, switchesAtAccesses: Bool = false, cause: String? = nil) {
    self.cause = cause.map { .copy(of: $0) }
    self.scenario = Array(Token.hash(of: scenario.name).utf8)
    self.switchesAtAccesses = switchesAtAccesses
    restart()
  }

  deinit {
    bytes.deallocate()
    length.deallocate()
    cause?.deallocate()
  }

  func restart() {
    length.pointee = 0
    (last, isFull) = (0, false)
    digest = Digest()
    for byte in scenario { write(byte) }
    length.pointee += 2
    write(UInt8(ascii: "-"))
    if switchesAtAccesses { write(UInt8(ascii: "a")) }
    writeCheck()
  }

  func append(_ deviation: Deviation) {
    // A token without its end would count as damaged, so it ends early instead.
    isFull = isFull || length.pointee + 20 > TokenBuffer.capacity
    if isFull { return }
    Token.letters(of: deviation) { letter in
      writeNumber(deviation.decision - last)
      write(letter)
      last = deviation.decision
    }
    writeCheck()
  }

  /// Digit by digit: this happens in each schedule, and a string would have to be allocated.
  private func writeNumber(_ number: Int) {
    var power = 1
    while number / power >= 10 { power *= 10 }
    while power > 0 {
      write(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }

  private func write(_ byte: UInt8) {
    digest.add(byte)
    bytes[length.pointee] = byte
    length.pointee += 1
  }

  private func writeCheck() { (bytes[4], bytes[5]) = digest.check }
}
