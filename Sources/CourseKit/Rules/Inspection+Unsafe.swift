/// Unsafe pointers and functions leave no trace in an object file, and can reach all memory of the process.
/// The compiler names each use.
extension Inspection {
  /// Why an answer may not be run of which the compiler printed this; nil if it may.
  static func refusal(ofWarnings said: ProgramResult) -> Finding? {
    if said.wasCut {
      return Finding(
        symbol: "", verb: "causes", name: "warnings without end", reason: "of which not all could be read")
    }
    var place: String?
    for line in said.output.split(separator: "\n") {
      if let match = line.firstMatch(of: /^(\S+):(\d+):\d+: warning: .*#StrictMemorySafety/) {
        // The course's own file has a path from the root.
        place = match.1.hasPrefix("/") ? nil : "\(match.1.split(separator: "/").last ?? ""):\(match.2)"
      }
      guard let place, line.contains(" note: "), let use = unsafeUse(in: line) else { continue }
      return Finding(
        symbol: "", verb: "uses", name: use,
        reason: "with which code reaches memory that is not its own: use classes, arrays and locks",
        line: place)
    }
    return nil
  }

  /// The pointer or function that a note is about; nil if all that it names is allowed.
  private static func unsafeUse(in note: Substring) -> String? {
    // A function of the system gets the address of a variable; a lock of the system stays at its address.
    let allowed =
      /global function '\S+' (?:has|involves) unsafe type 'Unsafe(?:Mutable)?Pointer<[^']*>[?!]?'(?: \(aka '[^']*'\))?|Unsafe(?:Mutable)?Pointer<pthread_(?:mutex|mutexattr|cond|condattr|rwlock|rwlockattr)_t>|'deinitialize\(count:\)' involves unsafe type 'UnsafeMutableRawPointer'/
    let refused =
      /unowned\(unsafe\)|\bunsafe (?!type\b)[\w ]+ '(?!withUnsafe\w*Continuation)([^']+)'|\b(?:Autoreleasing)?Unsafe(?:Mutable)?(?:Raw)?(?:Buffer)?Pointer\b|\b(?:OpaquePointer|Unmanaged|CVaListPointer)\b/
    return note.replacing(allowed, with: "").firstMatch(of: refused.wordBoundaryKind(.simple)).map {
      String($0.1 ?? $0.0)
    }
  }
}
