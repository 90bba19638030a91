import MiniOperations

// snippet: resize
/// Resizes a photo of ten thousand rows, and looks before each row whether the photo is still wanted.
final class Resize: MiniOperation, @unchecked Sendable {
  // Unchecked: the property is constant.
  private let row: @Sendable (Int) -> Void

  init(_ name: String, row: @escaping @Sendable (Int) -> Void) {
    self.row = row
    super.init()
    self.name = name
  }

  override func main() {
    for number in 0..<10_000 {
      if isCancelled { return }
      row(number)
    }
  }
}
// end
