// Imports what the tests import, with a comment between the words.
// swift-format-ignore-file

import /**/ ExerciseSupport
import Foundation
