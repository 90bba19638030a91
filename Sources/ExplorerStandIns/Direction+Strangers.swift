import Threading

extension Direction {
  /// The calling thread's director; a thread that has none is a stranger to what directed threads have made.
  static func director(
    touching resource: borrowing ResourceID, _ label: @autoclosure () -> String
  ) -> (any Director)? {
    if let director = current { return director }
    strangerTouches(resource, label())
    return nil
  }

  /// Lets the exploration's report name a call that has an effect outside the schedule.
  static func isUnseen(_ call: String) { current?.perform(.unseen, on: 0) { call } }
}
