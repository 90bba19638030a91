import MiniOperations

// snippet: resize
/// Resizes a photo of ten thousand rows, and checks before each row whether the photo is still wanted.
final class Resize: MiniOperation, @unchecked Sendable {
  // Unchecked: the property is constant.
  private let resizeRow: @Sendable (Int) -> Void

  init(_ name: String, resizeRow: @escaping @Sendable (Int) -> Void) {
    self.resizeRow = resizeRow
    super.init()
    self.name = name
  }

  override func main() {
    for row in 0..<10_000 {
      if isCancelled { return }
      resizeRow(row)
    }
  }
}
// end
