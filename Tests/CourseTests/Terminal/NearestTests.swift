import Terminal
import Testing

/// Which word a misspelt one stands for.
struct NearestTests {
  private let words = ["check", "watch", "hint", "solution", "status", "--submission", "--submissions"]

  @Test(arguments: [
    ("chek", "check"), ("chekc", "check"), ("CHECK", "check"), ("wach", "watch"), ("sol", "solution"),
    ("sollution", "solution"), ("hnit", "hint"), ("--sumbissions", "--submissions"), ("statsu", "status"),
  ])
  func `One or two wrong keys, and a word cut short, are recognised`(_ typed: String, _ meant: String) {
    #expect(typed.nearest(of: words) == meant)
  }

  @Test(arguments: ["", "x", "grade", "ab", "completely"])
  func `A word that is similar to none has no suggestion`(_ typed: String) {
    #expect(typed.nearest(of: words) == nil)
  }
}
