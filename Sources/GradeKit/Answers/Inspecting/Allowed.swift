import CourseKit

/// What an answer may use from outside its module.
enum Allowed {
  /// The modules that answers are written with.
  private static let modules: Set = [
    "Swift", "_Concurrency", "Synchronization", "_StringProcessing", "RegexBuilder", "Observation", "Builtin",
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch", "MiniOperations",
    "Threading", "StandIns", "__C", "__C_Synthesized",
  ]

  /// What reaches beyond the process, or tells an answer that it is being tested.
  private static let reaching: Set = [
    "Process", "ProcessInfo", "FileHandle", "Bundle", "Pipe", "Host", "Port", "MessagePort", "SocketPort",
    "PortMessage", "Stream", "InputStream", "OutputStream", "URLSession", "URLSessionConfiguration",
    "URLSessionTask",
    "URLSessionDataTask", "URLProtocol", "UserDefaults", "DispatchIO", "FileWrapper", "CommandLine",
    "readLine",
    "_typeByName",
    "_getTypeByMangledNameInContext", "_getTypeByMangledNameInEnvironment", "callStackSymbols",
    "callStackReturnAddresses", "exit", "Director", "Direction", "ThreadLocals", "JobExecutor", "Misuse",
    "NSClassFromString",
  ]

  /// What reads and writes files; only the exercise about an archive needs it.
  private static let files: Set = ["FileManager", "DirectoryEnumerator", "FileAttributeKey"]
  private static let filesOfTheSystem: Set = ["rename", "unlink", "remove", "fsync", "mkdir"]
  private static let exercisesWithFiles: Set = ["Exercise13"]

  /// Functions of the C library: those that the compiler emits, and those without an effect outside the
  /// answer.
  private static let functions: Set = [
    "memset", "memcpy", "memmove", "memcmp", "strlen",
    // For a property with accessors, when it is changed in place.
    "malloc", "free", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_",
    "_Unwind_Resume", "_Block_copy", "_Block_release", "_NSConcreteStackBlock", "_NSConcreteGlobalBlock",
    "__gxx_personality_v0", "__tls_get_addr",
    "sched_yield", "nanosleep", "usleep", "sleep", "clock_gettime", "time", "pthread_self", "pthread_equal",
  ]
  /// The families of such functions: arithmetic, and the locks of the system.
  private static var families: Regex<Substring> {
    /(?:fmod|pow|exp2?|log(?:2|10|1p)?|sqrt|cbrt|floor|ceil|round|rint|trunc|fmin|fmax|fabs|fma|hypot|a?(?:sin|cos|tan)h?|ldexp|frexp)[fl]?|__(?:u?div|u?mod|mul|ashl|ashr|lshr|fix|float|extend|trunc|neg|cmp|add|sub|pow)[a-z]*\d?|_?dispatch_(?!io|read|write)\w+|pthread_(?:mutex|mutexattr|cond|condattr|rwlock|rwlockattr)_\w+/
  }
  /// The functions of Swift's run time that the compiler emits calls of.
  private static var runtime: Regex<Substring> {
    /swift_(?!stdlib|job|debug|register|reflection|demangle|lookUp|report|enumerate|add|enable|disable|runtime|createExecutors|findAccessible|sleep|backtrace)(?!\w*(?:[hH]ook|Handler|Scope|enqueueGlobal|addCancellationHandlerTo|TestingOnly))\w+|_swift_(?:stdlib_reportUnimplementedInitializer(?:InFile)?|exceptionPersonality|pod_\w+|FORCE_LOAD\w*)|_swiftEmpty\w+|__swift_\w+/
  }
  /// The functions that the thread sanitizer's instrumentation calls.
  private static var sanitizer: Regex<Substring> {
    /__tsan_(?:init|func_entry|func_exit|(?:unaligned_)?(?:volatile_)?(?:read|write|read_write)\d+(?:_pc)?|vptr_\w+|mem(?:set|cpy|move)|atomic\w+|external_\w+|ignore_thread_(?:begin|end))/
  }

  /// The members of an operation that a subclass may override.
  static let overriding: Set = [
    "init", "deinit", "start", "main", "cancel", "isReady", "isExecuting", "isFinished", "isCancelled",
    "isAsynchronous", "isConcurrent", "completionBlock", "dependencies", "addDependency", "removeDependency",
    "waitUntilFinished", "name", "queuePriority", "qualityOfService", "description", "debugDescription",
  ]

  /// Why a symbol without a Swift name may not be used; nil if it may.
  static func objection(toC name: String, module: String) -> String? {
    if filesOfTheSystem.contains(name), exercisesWithFiles.contains(module) { return nil }
    if functions.contains(name) || name.wholeMatch(of: families) != nil || name.wholeMatch(of: runtime) != nil
      || name.wholeMatch(of: sanitizer) != nil
    {
      return nil
    }
    return name.hasPrefix("swift_") || name.hasPrefix("_swift_")
      ? "which belongs to Swift's run time: nothing that is written in Swift needs to name it"
      : "a function of the system: use what Swift, Foundation and the framework offer instead"
  }

  /// Why a declaration of another module may not be used; nil if it may.
  static func objection(to entity: Entity, module: String) -> String? {
    if entity.module == module || entity.module == "" { return nil }
    if ["Glibc", "SwiftGlibc", "Musl", "SwiftOverlayShims"].contains(entity.module) {
      return entity.name.wholeMatch(of: families) != nil || entity.name == "errno"
        ? nil : "a function of the system: use what Swift, Foundation and the framework offer instead"
    }
    guard modules.contains(entity.module) else {
      return "from the module \(entity.module), which belongs to the tests: no answer needs it"
    }
    if entity.path.contains(where: reaching.contains) {
      return "which reaches outside the answer or tells it who runs it: no exercise needs it"
    }
    let isFoundation = entity.module.hasPrefix("Foundation")
    let isAboutFiles =
      entity.path.contains(where: files.contains)
      || isFoundation && ["contentsOf", "contentsOfFile", "write"].contains { entity.labels.contains($0) }
    return isAboutFiles && !exercisesWithFiles.contains(module)
      ? "which reads or writes files: this exercise needs none" : nil
  }
}
