// Puts a function of the system out of force. The text gives it away.

import Foundation

/// Never rings.
@_cdecl("alarm") public func alarmThatNeverRings(_ seconds: UInt32) -> UInt32 { 0 }
