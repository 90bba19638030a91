// Hides a call in what a reader of words takes for a string, between two patterns with a quotation mark.
// swift-format-ignore-file

import Foundation

func cheat(_ step: Step) {
  _ = /"/; exit(0); _ = /"/
}
