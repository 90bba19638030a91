// Hides an attribute between two expressions that look like strings. The text gives it away.
// swift-format-ignore-file

import Foundation

let first = /"/; @_cdecl("alarm") func alarmThatNeverRings(_ seconds: UInt32) -> UInt32 { 0 }; let second = /"/
