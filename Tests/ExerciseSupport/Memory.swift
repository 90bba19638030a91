#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory of the process that runs the tests.
enum Memory {
  /// Closes it to the processes that it starts: code of an exercise must not write a verdict into it.
  static func close() {
    #if os(Linux)
      // 4 is PR_SET_DUMPABLE. A process that cannot be dumped cannot be opened by others of the same user.
      _ = prctl(4, 0, 0, 0, 0)
    #endif
  }
}

#if os(Linux)
  // The C library's own declaration has a variable number of arguments, which Swift cannot call.
  @_silgen_name("prctl")
  func prctl(_ option: Int32, _ one: UInt, _ two: UInt, _ three: UInt, _ four: UInt) -> Int32
#endif
