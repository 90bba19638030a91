import Foundation

extension Show {
  /// Ends the program because a flag has a value that this lesson does not know; what to do belongs to it.
  public func refuse(_ why: String) -> Never {
    Terminal.writeError("\(why)\n")
    exit(2)
  }
}
