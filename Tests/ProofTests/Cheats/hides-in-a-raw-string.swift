// Hides code behind a string that looks longer than it is.
// swift-format-ignore-file

import Foundation

let hidden = #"""#; @_cdecl("alarm") func alarmThatNeverRings(_ seconds: UInt32) -> UInt32 { 0 } // """#
