/// Shows on a terminal that a long search is under way; nothing otherwise.
struct ProgressLine {
  private var isShown = false
  private let isWanted: Bool

  init(isWanted: Bool) { self.isWanted = isWanted && Terminal.showsProgress }

  mutating func show(_ name: String, _ count: Int) {
    guard isWanted else { return }
    isShown = true
    Terminal.writeMessage("\r\(name): \(count) schedules ")
  }

  mutating func clear() {
    guard isShown else { return }
    isShown = false
    Terminal.writeMessage("\r\u{1B}[K")
  }
}
