// Declares an operator anew. The text gives it away.
// swift-format-ignore-file

import Foundation

infix operator == : NilCoalescingPrecedence
