import Foundation
import Synchronization

/// Identifies a thread for the whole run; no other thread gets the number, not even after this one has ended.
///
/// The address of a thread's object would not do: a thread that starts later may have the same one.
struct ThreadNumber: Hashable, Sendable {
  let value: Int

  private static let last = Atomic(0)
  private static let key = "LessonKit.ThreadNumber"

  /// The calling thread's number, chosen on first use.
  static var current: ThreadNumber {
    let memory = Thread.current.threadDictionary
    if let value = memory[key] as? Int { return ThreadNumber(value: value) }
    let value = last.add(1, ordering: .relaxed).newValue
    memory[key] = value
    return ThreadNumber(value: value)
  }
}
