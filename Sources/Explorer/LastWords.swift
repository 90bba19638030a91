enum LastWords {
  static func add(_ token: TokenBuffer, _ name: String) {}
  static func remove(_ token: TokenBuffer) {}
}
