import Foundation

extension Record {
  /// The record as text that `JSONDecoder` reads back, with sorted keys, a line for each value.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Every value is a string, a number, a Boolean or a list of these, so encoding cannot fail.
    let data = try? encoder.encode(self)
    return data.map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
  }
}
