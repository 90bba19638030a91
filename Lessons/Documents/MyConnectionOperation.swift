/// ``MyOperation``, from "自定义NSOperation子类" (2015-09-23), with a connection whose answer arrives later.
///
/// The class is this course's. Two comments of the document (lines 466, 539) say that finishing "should be written in
/// the callback of NSURLConnectionDelegate". They stand at the `finish` in `cancelOperation` and at the one in
/// `operationDidPause`. This class follows the advice half way: it removes a third one, after the task in
/// `operationDidStart`, because an operation that finishes there does not wait for its answer, and it keeps the two. T4
/// depends on this: without the `finish` in `operationDidPause`, a late pause finishes nothing. AFNetworking only closes
/// its connection there; the document has that line as a comment (536).
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
