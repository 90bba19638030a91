import Testing

@testable import LessonKit

@Suite struct `Pictures` {
  @Test func `The checksum is the standard one`() {
    #expect(PNG.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test(arguments: [(1, 1), (3, 2), (200, 150)])
  func `A picture is a signature and three chunks, each with its length and checksum`(width: Int, height: Int)
  {
    let picture = PNG.picture(width: width, height: height, shade: 3)
    #expect(Array(picture.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var rest = picture.dropFirst(8)
    var names: [String] = []
    while rest.count >= 12 {
      let length = number(rest.prefix(4))
      let content = rest.dropFirst(4).prefix(4 + length)
      names.append(String(decoding: content.prefix(4), as: UTF8.self))
      rest = rest.dropFirst(8 + length)
      #expect(number(rest.prefix(4)) == Int(PNG.checksum(Array(content))), "\(names)")
      rest = rest.dropFirst(4)
      if names == ["IHDR"] { #expect(number(content.dropFirst(4).prefix(4)) == width) }
    }
    #expect(names == ["IHDR", "IDAT", "IEND"])
    #expect(rest.isEmpty)
    #expect(picture.count > width * height * 3)
  }

  @Test func `Each shade gives a different picture`() {
    #expect(PNG.picture(width: 2, height: 2) != PNG.picture(width: 2, height: 2, shade: 1))
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
