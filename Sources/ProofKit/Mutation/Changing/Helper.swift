/// The file that is compiled beside a woven source: it selects the mutant and declares what the changes call.
enum Helper {
  /// The text of the file, with the declarations that these mutants need.
  static func source(for mutants: [Mutant]) -> String {
    let declarations = mutants.map(\.declaration).filter { !$0.isEmpty }
    return ([common] + declarations).joined(separator: "\n")
  }

  /// The environment variable with the number of the mutant that is switched on.
  static let variable = "MUTANT"

  private static let common = """
    #if canImport(Darwin)
      import Darwin
    #elseif canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #endif

    let mutant__: Int = getenv("\(variable)").flatMap { Int(String(cString: $0)) } ?? -1

    func not__(_ number: Int, _ value: Bool) -> Bool { (mutant__ == number) != value }

    func always__(_ number: Int, _ value: @autoclosure () throws -> Bool) rethrows -> Bool {
      if mutant__ == number { true } else { try value() }
    }
    """

  /// The operator for one place: it needs no parentheses, because it has the precedence of the original operator.
  static func sign(_ number: Int) -> String {
    var digits = ""
    var rest = number
    repeat {
      digits = "^|%~".map(String.init)[rest % 4] + digits
      rest /= 4
    } while rest > 0
    return "~%~" + digits
  }

  static func operation(_ sign: String, _ number: Int, _ old: String, _ new: String) -> String {
    let on = "mutant__ == \(number)"
    switch old {
    case "&&", "||":
      let group = old == "&&" ? "LogicalConjunctionPrecedence" : "LogicalDisjunctionPrecedence"
      return """
        infix operator \(sign): \(group)
        func \(sign) (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {
          if \(on) { try a \(new) b() } else { try a \(old) b() }
        }
        """
    case "==", "!=":
      return """
        infix operator \(sign): ComparisonPrecedence
        func \(sign) <T: Equatable>(a: T, b: T) -> Bool { \(on) ? a \(new) b : a \(old) b }
        func \(sign) <T>(a: T?, b: _OptionalNilComparisonType) -> Bool { \(on) ? a \(new) b : a \(old) b }
        """
    case "===", "!==":
      return """
        infix operator \(sign): ComparisonPrecedence
        func \(sign) (a: AnyObject?, b: AnyObject?) -> Bool { \(on) ? a \(new) b : a \(old) b }
        """
    case "+", "-":
      return """
        infix operator \(sign): AdditionPrecedence
        func \(sign) <T: AdditiveArithmetic>(a: T, b: T) -> T { \(on) ? a \(new) b : a \(old) b }
        """
    case "+=", "-=":
      return """
        infix operator \(sign): AssignmentPrecedence
        func \(sign) <T: AdditiveArithmetic>(a: inout T, b: T) { if \(on) { a \(new) b } else { a \(old) b } }
        """
    default:
      return """
        infix operator \(sign): ComparisonPrecedence
        func \(sign) <T: Comparable>(a: T, b: T) -> Bool { \(on) ? a \(new) b : a \(old) b }
        """
    }
  }
}
