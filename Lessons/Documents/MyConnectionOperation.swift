// The class is this course's, made from "自定义NSOperation子类" (2015-09-23). Two comments there (lines 466, 539)
// say that finishing should be written in the callback of the connection's delegate. Closing the connection
// in `operationDidPause`, which is all that AFNetworking does there, is itself a comment (536).

/// ``MyOperation`` with a task that outlives the method that began it: a connection with a delegate.
///
/// The task of a connection is not done when it returns, so the `finish()` after it is gone; the
/// callback finishes the operation. In the document two comments say that the end belongs there, and
/// they stand at the `finish()` of `cancelOperation` and of `operationDidPause`. Both are still here:
/// without the second one, a late pause would end nothing (T4).
open class MyConnectionOperation: MyOperation, @unchecked Sendable {
  /// Opens the connection.
  ///
  /// Called on the network thread; the callback calls ``finish()`` later.
  open override func operationDidStart() {
    lock.lock()
    task(self)
    lock.unlock()
  }
}

/// ``MyConnectionOperation`` with one lock forgotten, as a well-known library had it until 2014.
///
/// The setter of the state acquires a lock, so what harm can it do to leave out this one?
open class MyForgetfulOperation: MyConnectionOperation, @unchecked Sendable {
  /// Ends the operation.
  open override func finish() {
    // T12: without the lock around it, what the setter has validated may be out of date when it acts on it.
    status = .finished
  }
}
