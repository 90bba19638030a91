// Hides an attribute between two expressions that look like strings.
// swift-format-ignore-file

import Foundation

let first = /"/; @_cdecl("alarm") func alarmThatNeverRings(_ seconds: UInt32) -> UInt32 { 0 }; let second = /"/
