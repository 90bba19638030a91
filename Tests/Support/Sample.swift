import Foundation

/// Whether the long searches of the tests are wanted: `THOROUGH=1`, which `.ci/thorough` sets.
public let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] == "1"

/// How many random programs, graphs or paths a test tries.
public func sample(_ few: Int, thorough many: Int) -> Int { isThorough ? many : few }
