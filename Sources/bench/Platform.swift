import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Everything in the benchmark that differs between Darwin, Glibc and Musl, and nothing else.

enum Platform {
  /// How many bytes of the heap are in use; nil if the C library does not report it.
  static var heapBytes: Int? {
    #if canImport(Darwin)
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    #elseif canImport(Glibc)
      return glibcHeapBytes
    #else
      return nil
    #endif
  }

  /// Runs `body` and, where the platform has them, empties its autorelease pool.
  static func pooled<Result>(_ body: () -> Result) -> Result {
    #if canImport(ObjectiveC)
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
  }

  #if canImport(Glibc)
    /// The memory that Glibc took from the system, without its free chunks.
    ///
    /// Swift does not import `malloc.h`, so `mallinfo2` and its structure are not available. `malloc_info`
    /// writes the same numbers as text, with the sum of all arenas last.
    private static var glibcHeapBytes: Int? {
      typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
      guard let symbol = dlsym(nil, "malloc_info") else { return nil }
      var buffer: UnsafeMutablePointer<CChar>?
      var length = 0
      guard let file = open_memstream(&buffer, &length) else { return nil }
      let result = unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
      fclose(file)
      defer { free(buffer) }
      guard result == 0, let buffer else { return nil }
      let report = String(cString: buffer)
      guard let system = lastSize(of: #"<system type="current""#, in: report),
        let fast = lastSize(of: #"<total type="fast""#, in: report),
        let rest = lastSize(of: #"<total type="rest""#, in: report),
        let mapped = lastSize(of: #"<total type="mmap""#, in: report)
      else { return nil }
      return system - fast - rest + mapped
    }

    private static func lastSize(of element: String, in report: String) -> Int? {
      guard let start = report.range(of: element, options: .backwards),
        let size = report[start.upperBound...].range(of: #"size=""#)
      else { return nil }
      return Int(report[size.upperBound...].prefix { $0.isNumber })
    }
  #endif
}
