import Foundation
import Terminal

/// The flags of one run, checked against the lesson's options.
struct Flags {
  private var values: [String: String] = [:]

  init(_ words: some Sequence<String>, _ options: [Option]) throws(Arguments.Mistake) {
    let known = options + Option.common
    let names = known.map(\.name).joined(separator: ", ")
    var arguments = Arguments(words.map { $0 == "-h" ? "--help" : $0 }) { word in
      "There is no flag '\(word)'. Known are \(names)."
    }
    for option in known {
      switch option.kind {
      case .flag: while arguments.flag(option.name) { values[option.name] = "" }
      case .number: values[option.name] = (try arguments.number(option.name, from: 0) as Double?)?.description
      case .url:
        values[option.name] = try arguments.value(option.name)
        if let value = values[option.name], Flags.address(value) == nil {
          throw Arguments.Mistake(
            "\(option.name) needs an address that begins with http:// or https://, not '\(value)'.")
        }
      }
    }
    try arguments.end()
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  func url(_ name: String) -> URL? { values[name].flatMap(Flags.address) }
  func number(_ name: String) -> Double? { values[name].flatMap(Double.init) }

  private static func address(_ text: String) -> URL? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return nil }
    return ["http", "https"].contains(scheme) && url.host?.isEmpty == false ? url : nil
  }
}
