import Testing

/// Runs the checks of one requirement in a process of its own, and reports how that process ended.
///
///     @Test func `Both halves run at the same time`() async {
///       await inOwnProcess { expect(count == 2, "expected 2, got \(count). …") }
///     }
///
/// A trap, an `exit` or a deadlock in an exercise's code fails that one test, and the others still report. The new
/// process runs the same program, so it finds the checks by their distance from another function of that program. That
/// is why they are a C function: the compiler refuses checks that capture a variable, which the new process lacks.
public func inOwnProcess(
  sourceLocation: SourceLocation = #_sourceLocation, _ checks: @convention(c) () -> Void
) async {
  let distance = address(of: checks) &- address(of: landmark)
  let end = await #expect(
    processExitsWith: .ended, observing: lastWords, stopped, sourceLocation: sourceLocation
  ) {
    [distance = distance as UInt, fileID = sourceLocation.fileID as String] in
    fulfil(fileID: fileID) {
      unsafeBitCast(address(of: landmark) &+ distance, to: (@convention(c) () -> Void).self)()
    }
  }
  judge(end, sourceLocation: sourceLocation)
}

/// A function whose distance from all others is the same in each process of this program.
private let landmark: @convention(c) () -> Void = {}

private func address(of function: @convention(c) () -> Void) -> UInt {
  unsafeBitCast(function, to: UInt.self)
}
