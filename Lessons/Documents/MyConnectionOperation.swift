/// ``MyOperation`` with a task that outlives the method that began it: a connection with a delegate.
///
/// The document itself says, in two comments, that the end belongs in the
/// delegate's callback. This is the class that results if you follow that
/// advice and change nothing else.
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
    // T12: without the lock round it, the setter's judgement is out of date by the time it acts on it.
    status = .finished
  }
}
