import CourseKit
import Foundation

/// A zip archive, read through its central directory; names may have any encoding and either kind of slash.
final class Zip: Sendable {
  struct Member: Sendable {
    let name: String
    let isLink: Bool
    fileprivate let method: Int
    let isEncrypted: Bool
    fileprivate let packed: Int
    fileprivate let size: Int
    /// The checksum of the unpacked data.
    fileprivate let check: Int
    fileprivate let offset: Int
    /// The time of its last change in a zone that is not told, as the format packs it into two numbers.
    fileprivate let day: Int
    fileprivate let time: Int
    /// The same in seconds since 1970, which most programs add.
    fileprivate let seconds: Int?

    /// The time of its last change; nil if it was not set.
    func date(in zone: TimeZone) -> Date? {
      if let seconds { return Date(timeIntervalSince1970: Double(seconds)) }
      let parts = DateComponents(
        timeZone: zone, year: 1980 + day >> 9, month: day >> 5 & 15, day: day & 31, hour: time >> 11,
        minute: time >> 5 & 63, second: time & 31 * 2)
      return day >> 9 == 0 ? nil : Calendar(identifier: .gregorian).date(from: parts)
    }
  }

  struct Damaged: Error {}

  let members: [Member]
  private let data: Data

  init(_ data: Data) throws {
    self.data = data
    func number(_ place: Int, _ count: Int) throws -> Int {
      guard place >= 0, place + count <= data.count else { throw Damaged() }
      return (0..<count).reduce(0) { $0 | Int(data[data.startIndex + place + $1]) << (8 * $1) }
    }
    // The directory's end record is at the end of the file, before a comment of up to 64 KB.
    let lowest = max(0, data.count - 66_000)
    guard data.count >= 22,
      let end = try stride(from: data.count - 22, through: lowest, by: -1).first(where: {
        try number($0, 4) == 0x0605_4b50
      })
    else { throw Damaged() }
    var place = try number(end + 16, 4)
    var members: [Member] = []
    for _ in 0..<min(try number(end + 10, 2), 20_000) {
      guard try number(place, 4) == 0x0201_4b50 else { throw Damaged() }
      let length = try number(place + 28, 2)
      let begin = data.startIndex + place + 46
      guard begin + length <= data.endIndex else { throw Damaged() }
      // Among the fields that programs add, the one with the time has the number 0x5455.
      var (extra, seconds) = (place + 46 + length, Int?.none)
      let after = extra + (try number(place + 30, 2))
      while extra + 9 <= after, seconds == nil {
        let isTime = try number(extra, 2) == 0x5455 && number(extra + 4, 1) & 1 == 1
        if isTime { seconds = try number(extra + 5, 4) }
        extra += 4 + (try number(extra + 2, 2))
      }
      members.append(
        Member(
          name: Zip.name(data[begin..<begin + length]),
          isLink: try number(place + 40, 2) & 0o170000 == 0o120000,
          method: try number(place + 10, 2), isEncrypted: try number(place + 8, 2) & 1 != 0,
          packed: try number(place + 20, 4), size: try number(place + 24, 4),
          check: try number(place + 16, 4),
          offset: try number(place + 42, 4), day: try number(place + 14, 2),
          time: try number(place + 12, 2), seconds: seconds))
      place += 46 + length + (try number(place + 30, 2)) + (try number(place + 32, 2))
    }
    self.members = members
  }

  /// A member's bytes, at most `cap` and one; nil if it is damaged or packed with an unknown method.
  func contents(of member: Member, cap: Int) -> Data? {
    let begin = data.startIndex + member.offset
    guard !member.isEncrypted, member.offset + 30 <= data.count else { return nil }
    let lengths = [26, 28].map { Int(data[begin + $0]) | Int(data[begin + $0 + 1]) << 8 }
    let from = begin + 30 + lengths[0] + lengths[1]
    guard from + member.packed <= data.endIndex else { return nil }
    let packed = data[from..<from + member.packed]
    switch member.method {
    case 0: return packed.prefix(cap + 1)
    case 8:
      return unpack(packed, member, cap: cap)
    default: return nil
    }
  }

  /// Packed data has another frame in the format of gzip, whose program reads it and checks it.
  private func unpack(_ packed: Data, _ member: Member, cap: Int) -> Data? {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UInt64.random(in: 0 ... .max)).gz")
    defer { try? FileManager.default.removeItem(at: file) }
    let tail = [member.check, member.size].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let frame = Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
    guard (try? (frame + packed + tail).write(to: file)) != nil else { return nil }
    let result = Entries.run(["gzip", "-dc", file.path], cap: cap + 1)
    return result.isSuccess || result.wasCut ? result.data : nil
  }

  /// A name as text: UTF-8, or else the encoding of Chinese Windows, or else with replacement characters.
  private static func name(_ bytes: Data) -> String {
    let chinese = String.Encoding(rawValue: 0x8000_0632)
    let name =
      String(validating: bytes, as: UTF8.self) ?? String(data: bytes, encoding: chinese)
      ?? String(decoding: bytes, as: UTF8.self)
    return name.replacing("\\", with: "/")
  }
}
