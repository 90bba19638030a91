/// A minimal encoder for pictures in the PNG format.
///
/// The pixels are stored, not compressed: a picture of 320 by 200 in red, green and blue is 188 KB.
enum PNG {
  /// A picture whose colours run from corner to corner; its size is `width * height * 3` and a little more.
  static func picture(width: Int, height: Int, shade: Int = 0) -> [UInt8] {
    precondition(
      width > 0 && height > 0 && width * height <= 10_000_000,
      "A picture has from 1 to 10 million pixels, not \(width) by \(height).")
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 3 + 1))
    for y in 0..<height {
      rows.append(0)  // This row is stored as it is, not as a difference from the one above.
      for x in 0..<width {
        rows.append(UInt8(x * 255 / width))
        rows.append(UInt8(y * 255 / height))
        rows.append(UInt8(truncatingIfNeeded: shade &* 67 &+ 96))
      }
    }
    // 8 bits for each of three colours; the defaults for compression, filter and interlacing.
    let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
    return [0x89] + "PNG\r\n\u{1A}\n".utf8 + chunk("IHDR", header) + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + content + bigEndian(checksum(content))
  }

  /// The zlib format without compression: blocks of at most 65535 bytes, and a checksum.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    while !rest.isEmpty {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
      result += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
      result += block
    }
    var sums: (UInt32, UInt32) = (1, 0)
    for byte in data {
      sums.0 = (sums.0 + UInt32(byte)) % 65521
      sums.1 = (sums.1 + sums.0) % 65521
    }
    return result + bigEndian(sums.1 << 16 | sums.0)
  }

  /// The checksum of a chunk, CRC-32.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
