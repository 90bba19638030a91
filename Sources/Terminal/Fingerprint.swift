/// A fingerprint of texts, the same in every run and on every machine (FNV-1a).
package struct Fingerprint: Equatable, Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init(_ texts: [String] = []) { add(texts.joined(separator: "\0")) }

  package mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The fingerprint as a part of a file's name.
  package var text: String { String(value, radix: 16) }
}
