// Gives the compiler forty riddles, each of which takes it seconds.

import Foundation

let riddle1: String =
  -1 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle2: String =
  -2 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle3: String =
  -3 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle4: String =
  -4 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle5: String =
  -5 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle6: String =
  -6 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle7: String =
  -7 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle8: String =
  -8 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle9: String =
  -9 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle10: String =
  -10 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle11: String =
  -11 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle12: String =
  -12 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle13: String =
  -13 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle14: String =
  -14 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle15: String =
  -15 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle16: String =
  -16 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle17: String =
  -17 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle18: String =
  -18 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle19: String =
  -19 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle20: String =
  -20 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle21: String =
  -21 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle22: String =
  -22 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle23: String =
  -23 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle24: String =
  -24 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle25: String =
  -25 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle26: String =
  -26 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle27: String =
  -27 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle28: String =
  -28 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle29: String =
  -29 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle30: String =
  -30 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle31: String =
  -31 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle32: String =
  -32 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle33: String =
  -33 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle34: String =
  -34 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle35: String =
  -35 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle36: String =
  -36 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle37: String =
  -37 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle38: String =
  -38 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle39: String =
  -39 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
let riddle40: String =
  -40 + -2 * 3.0 / -(4 - 5.5) + -6 * -[7].map { -$0 }.reduce(0) { $0 - -$1 } + -8 - -9 * "x"
