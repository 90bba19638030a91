import Foundation

/// Turns the platform's dates into the Explorer's time, which has no date.
package enum Deadline {
  /// How long it is until then, to two digits: the clock has advanced since the program read it.
  package static func from(now seconds: Double) -> Duration {
    // A date as a number of seconds is exact to a quarter of a microsecond.
    guard seconds > 1e-6 else { return .zero }
    // As far away as a date can be: forever, as far as a schedule is concerned.
    guard seconds < 1e9 else { return .seconds(1_000_000_000) }
    let unit = pow(10, (log10(seconds)).rounded(.down) - 1)
    return .seconds((seconds / unit).rounded() * unit)
  }
}

extension Date {
  /// This date, or one in a century: Foundation's waits on Linux trap when the nanoseconds do not fit an
  /// `Int`.
  package var reachable: Date { min(self, Date(timeIntervalSinceNow: 100 * 365 * 86_400)) }
}
