// Waits for a lock that it holds.

import Foundation

func cheat(_ step: Step) {
  let lock = NSLock()
  lock.lock()
  lock.lock()
}
