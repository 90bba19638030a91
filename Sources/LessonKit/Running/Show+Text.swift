extension Show {
  /// How many columns there are for a line of ``text(_:)``.
  public var columns: Int { max(40, Terminal.width - 3) }
}
