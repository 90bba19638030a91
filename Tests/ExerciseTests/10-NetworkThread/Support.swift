import ExerciseSupport
import Explorer
import Foundation
import MiniOperations

@testable import Exercise10

/// The identity of the calling thread.
func here() -> ObjectIdentifier { ObjectIdentifier(Foundation.Thread.current) }

/// Settings with which a thread that polls, instead of sleeping, is found at once.
func settings(_ search: Settings.Search = .exhaustive(preemptions: 2), surprises: Int = 1) -> Settings {
  var settings = Settings(search)
  (settings.maxSteps, settings.patience, settings.surprises) = (500, 1000, surprises)
  return settings
}
