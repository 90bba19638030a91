import CourseKit
import Foundation

/// Unpacks data in the "deflate" format (RFC 1951), up to a cap.
///
/// The toolchain does not come with a library for it on every system, and a program for it may be missing or
/// read names differently.
struct Inflate {
  private let input: Data
  private var place: Data.Index
  private var bits = 0
  private var bitCount = 0
  private(set) var output = Data()
  private let cap: Int

  /// The unpacked bytes, at most `cap` and one; nil if the input is damaged.
  static func unpack(_ input: Data, cap: Int) -> Data? {
    var inflate = Inflate(input: input, place: input.startIndex, cap: cap)
    return inflate.run() ? inflate.output : nil
  }

  private init(input: Data, place: Data.Index, cap: Int) {
    self.input = input
    self.place = place
    self.cap = cap
  }

  private mutating func run() -> Bool {
    while output.count <= cap {
      guard let isLast = take(1), let kind = take(2) else { return false }
      let isWhole =
        switch kind {
        case 0: copyStored()
        case 1: decode(Inflate.fixedLengths, Inflate.fixedDistances)
        case 2: decodeDynamic()
        default: false
        }
      if !isWhole { return false }
      if isLast == 1 { return true }
    }
    return true
  }

  private mutating func take(_ count: Int) -> Int? {
    while bitCount < count {
      guard place < input.endIndex else { return nil }
      bits |= Int(input[place]) << bitCount
      place += 1
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & ((1 << count) - 1)
  }

  private mutating func copyStored() -> Bool {
    (bits, bitCount) = (0, 0)
    guard input.endIndex - place >= 4 else { return false }
    let count = Int(input[place]) | Int(input[place + 1]) << 8
    place += 4
    guard input.endIndex - place >= count else { return false }
    output.append(input[place..<place + count])
    place += count
    return true
  }

  /// A code: how many symbols have each length, and the symbols in the order of their codes.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int]

    init(_ lengths: [Int]) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
  }

  private mutating func symbol(_ code: Code) -> Int? {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = take(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  private static let fixedLengths = Code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = Code([Int](repeating: 5, count: 30))
  private static let lengthBase = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227,
    258,
  ]
  private static let distanceBase = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097,
    6145, 8193, 12289, 16385, 24577,
  ]

  private mutating func decode(_ lengths: Code, _ distances: Code) -> Bool {
    while output.count <= cap {
      guard let symbol = symbol(lengths) else { return false }
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return true
      } else {
        let index = symbol - 257
        guard index < 29, let more = take(index < 8 || index == 28 ? 0 : (index - 4) / 4),
          let second = self.symbol(distances), second < 30, let far = take(second < 4 ? 0 : (second - 2) / 2)
        else { return false }
        let distance = Inflate.distanceBase[second] + far
        guard distance <= output.count else { return false }
        for _ in 0..<Inflate.lengthBase[index] + more { output.append(output[output.count - distance]) }
      }
    }
    return true
  }

  private mutating func decodeDynamic() -> Bool {
    guard let one = take(5), let two = take(5), let three = take(4) else { return false }
    let (literals, distances) = (one + 257, two + 1)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<three + 4 {
      guard let length = take(3) else { return false }
      lengths[order[index]] = length
    }
    let code = Code(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      guard let symbol = symbol(code) else { return false }
      switch symbol {
      case 16:
        guard let last = all.last, let count = take(2) else { return false }
        all += [Int](repeating: last, count: count + 3)
      case 17:
        guard let count = take(3) else { return false }
        all += [Int](repeating: 0, count: count + 3)
      case 18:
        guard let count = take(7) else { return false }
        all += [Int](repeating: 0, count: count + 11)
      default: all.append(symbol)
      }
    }
    guard all.count == literals + distances else { return false }
    return decode(Code(Array(all[..<literals])), Code(Array(all[literals...])))
  }
}
