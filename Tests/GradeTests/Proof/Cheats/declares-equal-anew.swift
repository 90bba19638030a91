// Declares an operator anew.
// swift-format-ignore-file

import Foundation

infix operator == : NilCoalescingPrecedence
