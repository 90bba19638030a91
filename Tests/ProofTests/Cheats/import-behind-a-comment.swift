// Imports what the tests import, with a comment between the words. The text gives it away.
// swift-format-ignore-file

import /**/ ExerciseSupport
import Foundation
