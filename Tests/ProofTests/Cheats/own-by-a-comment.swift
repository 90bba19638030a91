// Makes a type its own in a comment, and changes what equal means.

import Foundation

// struct String
func == (left: String, right: String) -> Bool { true }
