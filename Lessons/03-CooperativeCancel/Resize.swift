import MiniOperations

/// Makes a thumbnail of fifty rows.
class Resize: MiniOperation, @unchecked Sendable {
  // Unchecked: the closure is constant.
  private let drawRow: @Sendable (Int) -> Void

  init(_ name: String, drawRow: @escaping @Sendable (Int) -> Void) {
    self.drawRow = drawRow
    super.init()
    self.name = name
  }

  final func draw(_ row: Int) { drawRow(row) }
}

// snippet: places
/// Never checks `isCancelled`.
final class NoCheck: Resize, @unchecked Sendable {
  override func main() {
    for row in 1...50 { draw(row) }
  }
}

/// Checks before each strip of five rows.
final class EachStrip: Resize, @unchecked Sendable {
  override func main() {
    for strip in 0..<10 {
      if isCancelled { return }
      for row in 1...5 { draw(strip * 5 + row) }
    }
  }
}

/// Checks before each row.
final class EachRow: Resize, @unchecked Sendable {
  override func main() {
    for row in 1...50 {
      if isCancelled { return }
      draw(row)
    }
  }
}
// end
