import Foundation

/// The flags of one run, checked against the lesson's options.
struct Flags {
  /// The error that a command line cannot be understood, with the line to print.
  struct Mistake: Error {
    let description: String
  }

  private var values: [String: String] = [:]

  init(_ words: some Sequence<String>, _ options: [Option]) throws(Mistake) {
    let known = options + Option.common
    var words = Array(words)[...]
    while let word = words.popFirst() {
      guard let option = known.first(where: { $0.name == word || word == "-h" && $0.name == "--help" }) else {
        let names = known.map(\.name).joined(separator: ", ")
        throw Mistake(description: "There is no flag '\(word)'. Known are \(names).")
      }
      if option.kind == .flag {
        values[option.name] = ""
        continue
      }
      guard let value = words.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
        throw Mistake(description: "\(option.name) needs a value: \(option.name) \(option.value).")
      }
      if option.kind == .number {
        guard let number = Double(value), number.isFinite, number >= 0 else {
          throw Mistake(description: "\(option.name) needs a number from 0 up, not '\(value)'.")
        }
      }
      if option.kind == .url && Flags.address(value) == nil {
        throw Mistake(
          description: "\(option.name) needs an address that begins with http:// or https://, not '\(value)'."
        )
      }
      values[option.name] = value
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  func text(_ name: String) -> String? { values[name] }
  func url(_ name: String) -> URL? { values[name].flatMap(Flags.address) }

  private static func address(_ text: String) -> URL? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return nil }
    return ["http", "https"].contains(scheme) && url.host?.isEmpty == false ? url : nil
  }

  func number(_ name: String) -> Double? { values[name].flatMap(Double.init) }
}
