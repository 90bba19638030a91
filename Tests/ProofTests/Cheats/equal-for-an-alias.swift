// Changes what equal means for an alias of a type that is not its own.

typealias Words = [String]

extension Words {
  static func == (left: Self, right: Self) -> Bool { true }
}
