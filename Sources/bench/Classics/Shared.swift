/// An ordinary variable, in place of the one that the Explorer shows: in this module the classics are plain
/// Swift.
final class Shared: @unchecked Sendable {
  var value: Int
  init(_ value: Int, _ name: String) { self.value = value }
}
