import Foundation

/// A zip archive whose members are stored unpacked, with names that no program would write.
struct ZipFile {
  private var body = Data()
  private var table = Data()
  private var count = 0

  init() {}

  init(_ members: [(name: String, data: Data, isLink: Bool)]) {
    for member in members { add(name: Array(member.name.utf8), member.data, isLink: member.isLink) }
  }

  mutating func add(name: [UInt8], _ data: Data, isLink: Bool = false, needsPassword: Bool = false) {
    // Noon of the 21st of November 2026.
    var common: [UInt8] =
      [0, 0, 0, 0] + ZipFile.bytes(12 << 11, 2) + ZipFile.bytes(46 << 9 | 11 << 5 | 21, 2)
    common += [0, 0, 0, 0]
    common += ZipFile.bytes(data.count, 4)
    common += ZipFile.bytes(data.count, 4)
    common += ZipFile.bytes(name.count, 2)
    table += ZipFile.bytes(0x0201_4b50, 4)
    table += [20, 3, 20, 0]
    // The first bit of the flags.
    table += [needsPassword ? 1 : 0] + common.dropFirst()
    table += [UInt8](repeating: 0, count: 10)
    table += ZipFile.bytes(isLink ? 0o120777 : 0o100644, 2)
    table += ZipFile.bytes(body.count, 4)
    table += name
    body += ZipFile.bytes(0x0403_4b50, 4)
    body += [20, 0]
    body += [needsPassword ? 1 : 0] + common.dropFirst()
    body += [0, 0]
    body += name
    body += data
    count += 1
  }

  var data: Data {
    var all = body + table
    all += ZipFile.bytes(0x0605_4b50, 4)
    all += [0, 0, 0, 0]
    all += ZipFile.bytes(count, 2)
    all += ZipFile.bytes(count, 2)
    all += ZipFile.bytes(table.count, 4)
    all += ZipFile.bytes(body.count, 4)
    return all + [0, 0]
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
