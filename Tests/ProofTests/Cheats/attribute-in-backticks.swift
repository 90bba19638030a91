// Puts a function of the system out of force, with backticks.
// swift-format-ignore-file

import Foundation

@`_cdecl`("alarm") func alarmThatNeverRings(_ seconds: UInt32) -> UInt32 { 0 }
