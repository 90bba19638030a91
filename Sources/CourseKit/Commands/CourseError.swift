/// The error that ends a command, with the message to print.
package struct CourseError: Error, Equatable, CustomStringConvertible {
  /// The problem and its remedy.
  package let message: String
  /// The exit code: 2 if the command cannot be carried out as written, 3 if the machine is the cause.
  package let exitCode: Int32

  package init(_ message: String, exitCode: Int32 = 2) {
    self.message = message
    self.exitCode = exitCode
  }

  package var description: String { message }
}
