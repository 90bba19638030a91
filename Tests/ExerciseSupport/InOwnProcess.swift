import Testing

/// Runs the checks of one requirement in a process of its own, and reports how that process ended.
///
///     @Test func `Both halves run at the same time`() async {
///       await inOwnProcess { expect(count == 2, "expected 2, got \(count). …") }
///     }
///
/// A trap, an `exit` or a deadlock in an exercise's code fails that one test, and the others still report.
/// The new process runs the same program, so it finds the checks by their distance from another function of
/// that program. That is why they are a C function: the compiler refuses checks that capture a variable,
/// which the new process lacks.
public func inOwnProcess(
  sourceLocation: SourceLocation = #_sourceLocation, _ checks: @convention(c) () -> Void
) async {
  let distance = address(of: checks) &- address(of: landmark)
  let own = Own()
  let end = await #expect(
    processExitsWith: .ended, observing: lastWords, stopped, sourceLocation: sourceLocation
  ) {
    [distance = distance as UInt, fileID = sourceLocation.fileID as String, own = own as Own] in
    fulfil(fileID: fileID, own) {
      unsafeBitCast(address(of: landmark) &+ distance, to: (@convention(c) () -> Void).self)()
    }
  }
  judge(end, own, sourceLocation: sourceLocation)
}

/// What the process that runs the tests gives to the process of one requirement, through a pipe that only
/// that process reads, before any code of the exercise runs.
struct Own: Codable, Sendable {
  /// Said after the last line if no expectation has failed; no other process knows it.
  var word = "\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))"
  /// Its temporary folder.
  var folder = Confinement.makeFolder()

  /// Whether that process has said its word.
  func isSaid(in output: String) -> Bool { output.split(separator: "\n").contains { $0 == word } }
}

/// A function whose distance from all others is the same in each process of this program.
private let landmark: @convention(c) () -> Void = {}

private func address(of function: @convention(c) () -> Void) -> UInt {
  unsafeBitCast(function, to: UInt.self)
}
