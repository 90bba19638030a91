// Hides an attribute in what a reader of words takes for a comment: a pattern that contains its beginning.
// swift-format-ignore-file

import Foundation

nonisolated(unsafe) let first = /\/*/
@_cdecl("alarm") func alarmThatNeverRings(_ seconds: UInt32) -> UInt32 { 0 }
/* */
