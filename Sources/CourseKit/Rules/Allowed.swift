/// What an answer may use from outside its module.
enum Allowed {
  /// The modules that answers are written with.
  private static let modules: Set = [
    "Swift", "_Concurrency", "Synchronization", "_StringProcessing", "RegexBuilder", "Observation", "Builtin",
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch", "MiniOperations",
    "Threading", "ExplorerStandIns", "__C", "__C_Synthesized",
  ]

  /// What reaches beyond the process.
  private static let reaching: Set = [
    "Process", "FileHandle", "Bundle", "Pipe", "Host", "Port", "MessagePort", "SocketPort",
    "PortMessage", "Stream", "InputStream", "OutputStream", "URLSession", "URLSessionConfiguration",
    "URLSessionTask",
    "URLSessionDataTask", "URLProtocol", "UserDefaults", "DispatchIO", "FileWrapper", "CommandLine",
    "readLine",
    "_typeByName",
    "_getTypeByMangledNameInContext", "_getTypeByMangledNameInEnvironment", "exit", "Director", "Direction",
    "ThreadLocals", "JobExecutor", "Misuse", "NSClassFromString", "makeSignalSource", "makeProcessSource",
    "makeReadSource", "makeWriteSource", "makeFileSystemObjectSource",
  ]

  /// What tells an answer who runs it, and what an exploration does not vary: shown to the instructor.
  private static let telling: Set = ["ProcessInfo", "callStackSymbols", "callStackReturnAddresses"]
  /// The classes of Foundation and Dispatch whose use is explored, or changes nothing.
  private static let explored: Set = [
    "Thread", "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "NSObject", "NSNumber", "NSNull",
    "NSError", "NSString", "NSArray", "NSDictionary", "NSSet", "NSData", "NSURL", "NSDate", "NSUUID",
    "DispatchObject", "DispatchQueue", "DispatchGroup", "DispatchSemaphore", "DispatchWorkItem",
    "OS_dispatch_queue", "OS_dispatch_semaphore", "OS_dispatch_group", "OS_dispatch_source",
    "OS_dispatch_queue_global", "OS_dispatch_queue_main", "OS_object", "OS_dispatch_object",
    "NSEnumerator", "NSCharacterSet", "JSONEncoder", "JSONDecoder", "PropertyListEncoder",
    "PropertyListDecoder", "FileManager", "ProcessInfo", "DispatchSource",
  ]
  /// The functions of Swift's run time by which memory is accessed without a report.
  private static let unreported = [
    "swift_getAtKeyPath": "a key path", "swift_setAtReferenceWritableKeyPath": "a key path",
    "swift_setAtWritableKeyPath": "a key path", "swift_modifyAtWritableKeyPath": "a key path",
    "swift_modifyAtReferenceWritableKeyPath": "a key path", "swift_weakLoadStrong": "a weak reference",
    "syscall": "a Mutex of Synchronization, which is 'Mutex' without the module's name",
  ]

  /// What reads and writes files; only the exercise about an archive needs it.
  private static let files: Set = [
    "FileManager", "DirectoryEnumerator", "FileAttributeKey", "NSKeyedArchiver", "NSKeyedUnarchiver",
    "checkResourceIsReachable", "resourceValues", "setResourceValues", "resolvingSymlinksInPath",
    "resolveSymlinksInPath", "bookmarkData",
  ]
  /// The classes with methods that write, and what leads to such an object without naming its class.
  private static let writers: Set = [
    "NSData", "NSMutableData", "NSString", "NSMutableString", "NSArray", "NSMutableArray", "NSDictionary",
    "NSMutableDictionary", "NSURL", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
    "NSAttributedString", "NSMutableAttributedString", "_bridgeToObjectiveC", "_ObjectiveCBridgeable",
  ]

  /// The method of an open class that a text calls and may not; nil if there is none.
  ///
  /// Such a call leaves no name in the object file, only that of the class. But in the text an identifier
  /// cannot be written in another way.
  static func hidden(in text: String, using entities: [Entity], module: String) -> (Entity, String)? {
    func uses(_ names: Set<String>) -> Entity? {
      entities.first {
        ($0.module.hasPrefix("Foundation") || $0.home.hasPrefix("Foundation"))
          && $0.path.contains(where: names.contains)
      }
    }
    let words = /(?:[.\n]|\*\/)\s*`?(environment|arguments)\b/.wordBoundaryKind(.simple)
    if let entity = uses(["ProcessInfo"]), let word = text.firstMatch(of: words) {
      return (entity, String(word.1))
    }
    if exercisesWithFiles.contains(module) {
      // A place in a file can be one in memory: that of '/proc/self/mem'.
      let places = /(?:[.\n]|\*\/)\s*`?(seek|truncate|truncateFile|fileDescriptor)\b/
      guard let entity = uses(["FileHandle"]),
        let word = text.firstMatch(of: places.wordBoundaryKind(.simple))
      else { return nil }
      return (entity, String(word.1))
    }
    // Called, or named without a call. The simple boundaries are those of the compiler's words.
    let calls =
      /\bwrite`?\s*\(\s*(?:to\b|toFile\b|\/)|(?:[.\n=(,]|\*\/)\s*`?write\b`?(?!\s*\()|\b(?:checkResourceIsReachable|resourceValues|setResourceValues?)\b/
    guard let call = text.firstMatch(of: calls.wordBoundaryKind(.simple)) else { return nil }
    let leads = text.contains("threadDictionary") || text.contains("mutableString")
    guard let entity = uses(writers) ?? (leads ? uses(["Thread"]) : nil) else { return nil }
    return (entity, String(call.0.firstMatch(of: /\w+/)?.0 ?? ""))
  }

  /// What an instructor should look at, though it is allowed; nil if there is nothing.
  static func remark(on entity: Entity) -> String? {
    if entity.path.contains(where: telling.contains) { return "which tells an answer who runs it" }
    let isPlatforms = entity.module.hasPrefix("Foundation") || entity.module == "Dispatch"
    guard isPlatforms, entity.isInClass, let name = entity.path.first, !explored.contains(name) else {
      return nil
    }
    return "which is not explored"
  }

  /// The same for a function without a Swift name: what it stands for.
  static func remark(onC name: String, _ texts: [String]) -> String? {
    // The compiler makes a key path of `map(\.name)`, too.
    let what = unreported[name]
    return what == "a key path" && !texts.contains { $0.contains("keyPath") } ? nil : what
  }
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
    "fflush", "sched_yield", "nanosleep", "usleep", "sleep", "clock_gettime", "time", "pthread_self",
    "pthread_equal",
    // With which the platform's own Mutex waits; a text cannot call it without an attribute that is refused.
    "syscall",
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
    let mayReach = entity.path.first == "FileHandle" && exercisesWithFiles.contains(module)
    if !mayReach, entity.path.contains(where: reaching.contains) {
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
