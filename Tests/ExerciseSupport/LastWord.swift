import Foundation

/// What only a requirement's process that reached its last line can say, another word for each requirement.
///
/// The process that runs the tests makes a key up. A requirement's process reads it, announces a number of its own,
/// derives its word from both and forgets the key, all before any code of the exercise runs. So a word that was found
/// in one process is of no use in another.
struct LastWord: Sendable {
  private static let variable = "REQUIREMENT_KEY"
  private static let sign = "requirement "

  private let text: String

  // MARK: - The process that runs the tests

  private static let chosen: (UInt64, UInt64) = {
    Compiled.announce()
    let key = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
    setenv(variable, "\(key.0) \(key.1)", 1)
    Confinement.prepare()
    Memory.close()
    return key
  }()

  /// Has the key chosen before a process is started that needs it.
  static func choose() { _ = chosen }

  /// Whether a requirement's process has said its word.
  static func isSaid(in output: String) -> Bool {
    let lines = output.split(separator: "\n")
    guard let first = lines.first(where: { $0.hasPrefix(sign) }),
      let number = UInt64(first.dropFirst(sign.count))
    else { return false }
    return lines.contains { $0 == word(number, chosen) }
  }

  /// Whether a line of the error output is for the process that runs the tests, not for a reader.
  static func isSign(_ line: String) -> Bool { line.hasPrefix(sign) }

  // MARK: - A requirement's process

  /// Derives the word and forgets the key; before any code of the exercise runs.
  static func take() -> LastWord {
    guard let place = getenv(variable) else { fatalError("fulfil is for the body of an exit test.") }
    let parts = String(cString: place).split(separator: " ").compactMap { UInt64($0) }
    guard parts.count == 2 else { fatalError("\(variable) does not hold the key.") }
    // Overwritten where it stands: to take it out of the list would leave it in /proc/self/environ.
    memset(place, 0, strlen(place))
    unsetenv(variable)
    let number = UInt64.random(in: 0 ... .max)
    FileHandle.standardError.write(Data("\(sign)\(number)\n".utf8))
    return LastWord(text: word(number, (parts[0], parts[1])))
  }

  /// Says the word where only the process that runs the tests reads.
  func say() { FileHandle.standardError.write(Data("\n\(text)\n".utf8)) }

  // MARK: - The word

  private static func word(_ number: UInt64, _ key: (UInt64, UInt64)) -> String {
    "\(hash([number, 0], key))-\(hash([number, 1], key))"
  }

  /// SipHash-2-4: without the key, no value tells anything about another.
  private static func hash(_ message: [UInt64], _ key: (UInt64, UInt64)) -> UInt64 {
    var (a, b) = (key.0 ^ 0x736f_6d65_7073_6575, key.1 ^ 0x646f_7261_6e64_6f6d)
    var (c, d) = (key.0 ^ 0x6c79_6765_6e65_7261, key.1 ^ 0x7465_6462_7974_6573)
    func turned(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }
    func mix(_ rounds: Int) {
      for _ in 0..<rounds {
        (a, c) = (a &+ b, c &+ d)
        (b, d) = (turned(b, 13) ^ a, turned(d, 16) ^ c)
        a = turned(a, 32)
        (c, a) = (c &+ b, a &+ d)
        (b, d) = (turned(b, 17) ^ c, turned(d, 21) ^ a)
        c = turned(c, 32)
      }
    }
    for part in message + [UInt64(message.count * 8) << 56] {
      d ^= part
      mix(2)
      a ^= part
    }
    c ^= 0xff
    mix(4)
    return a ^ b ^ c ^ d
  }
}
