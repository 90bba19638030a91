import Dispatch
import Threading

// Dispatch's sources are not modelled: their handlers run on the platform's queue, which no exploration directs. These
// overloads let a program pass a stand-in, and name the source in the report. Disfavoured, so that `.main` means the
// platform's queue.

extension DispatchSource {
  /// Creates a source that reports when a file can be read.
  @_disfavoredOverload
  public class func makeReadSource(
    fileDescriptor: Int32, queue: DispatchQueue?
  ) -> any DispatchSourceRead {
    Direction.isUnseen("DispatchSource.makeReadSource")
    return makeReadSource(fileDescriptor: fileDescriptor, queue: queue?.platform)
  }

  /// Creates a source that reports when a file can be written.
  @_disfavoredOverload
  public class func makeWriteSource(
    fileDescriptor: Int32, queue: DispatchQueue?
  ) -> any DispatchSourceWrite {
    Direction.isUnseen("DispatchSource.makeWriteSource")
    return makeWriteSource(fileDescriptor: fileDescriptor, queue: queue?.platform)
  }

  /// Creates a source that reports a signal of the system.
  @_disfavoredOverload
  public class func makeSignalSource(signal: Int32, queue: DispatchQueue?) -> any DispatchSourceSignal {
    Direction.isUnseen("DispatchSource.makeSignalSource")
    return makeSignalSource(signal: signal, queue: queue?.platform)
  }

  /// Creates a timer.
  @_disfavoredOverload
  public class func makeTimerSource(
    flags: TimerFlags = [], queue: DispatchQueue?
  ) -> any DispatchSourceTimer {
    Direction.isUnseen("DispatchSource.makeTimerSource")
    return makeTimerSource(flags: flags, queue: queue?.platform)
  }

  /// Creates a source whose numbers are added up.
  @_disfavoredOverload
  public class func makeUserDataAddSource(queue: DispatchQueue?) -> any DispatchSourceUserDataAdd {
    Direction.isUnseen("DispatchSource.makeUserDataAddSource")
    return makeUserDataAddSource(queue: queue?.platform)
  }

  /// Creates a source whose bits are combined.
  @_disfavoredOverload
  public class func makeUserDataOrSource(queue: DispatchQueue?) -> any DispatchSourceUserDataOr {
    Direction.isUnseen("DispatchSource.makeUserDataOrSource")
    return makeUserDataOrSource(queue: queue?.platform)
  }

  /// Creates a source whose last number counts.
  @_disfavoredOverload
  public class func makeUserDataReplaceSource(
    queue: DispatchQueue?
  ) -> any DispatchSourceUserDataReplace {
    Direction.isUnseen("DispatchSource.makeUserDataReplaceSource")
    return makeUserDataReplaceSource(queue: queue?.platform)
  }
}

extension DispatchSourceProtocol {
  /// Runs the item at each event.
  public func setEventHandler(handler: DispatchWorkItem) { setEventHandler(handler: handler.platform) }

  /// Runs the item when the source was cancelled.
  public func setCancelHandler(handler: DispatchWorkItem) { setCancelHandler(handler: handler.platform) }

  /// Runs the item when the source is ready.
  public func setRegistrationHandler(handler: DispatchWorkItem) {
    setRegistrationHandler(handler: handler.platform)
  }
}
