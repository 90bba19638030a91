/// The name of something observable.
///
/// `"isFinished"` and `"finished"` are two keys. An announcement of the one
/// does not reach observers of the other, as lesson 07 shows.
enum Key: Hashable, Sendable {
  case isFinished, isExecuting, isReady, isCancelled
  case isAsynchronous, isConcurrent, dependencies, queuePriority, completionBlock, name, qualityOfService
  case operations, operationCount, maxConcurrentOperationCount, isSuspended
  /// A subclass's own key, or any other name.
  case other(String)

  init(_ name: String) {
    switch name {
    case "isFinished": self = .isFinished
    case "isExecuting": self = .isExecuting
    case "isReady": self = .isReady
    case "isCancelled": self = .isCancelled
    case "isAsynchronous": self = .isAsynchronous
    case "isConcurrent": self = .isConcurrent
    case "dependencies": self = .dependencies
    case "queuePriority": self = .queuePriority
    case "completionBlock": self = .completionBlock
    case "name": self = .name
    case "qualityOfService": self = .qualityOfService
    case "operations": self = .operations
    case "operationCount": self = .operationCount
    case "maxConcurrentOperationCount": self = .maxConcurrentOperationCount
    // The first is the documented name of a queue's key. The property has the second.
    case "suspended", "isSuspended": self = .isSuspended
    default: self = .other(name)
    }
  }

  var name: String { if case .other(let name) = self { name } else { "\(self)" } }

  /// The value that `object` has for this key now, nil for a key that it does not have.
  func value(of object: AnyObject) -> Any? {
    if let operation = object as? MiniOperation { return value(of: operation) }
    guard let queue = object as? MiniOperationQueue else { return nil }
    return switch self {
    case .operations: queue.operations
    case .operationCount: queue.operationCount
    case .maxConcurrentOperationCount: queue.maxConcurrentOperationCount
    case .isSuspended: queue.isSuspended
    case .name: queue.name
    case .qualityOfService: queue.qualityOfService
    default: nil
    }
  }

  private func value(of operation: MiniOperation) -> Any? {
    switch self {
    case .isFinished: operation.isFinished
    case .isExecuting: operation.isExecuting
    case .isReady: operation.isReady
    case .isCancelled: operation.isCancelled
    case .isAsynchronous: operation.isAsynchronous
    case .isConcurrent: operation.isConcurrent
    case .dependencies: operation.dependencies
    case .queuePriority: operation.queuePriority
    case .completionBlock: operation.completionBlock
    case .name: operation.name
    case .qualityOfService: operation.qualityOfService
    default: RegisteredKeys.value(of: self, in: operation)
    }
  }
}

extension Key {
  /// The key of a path that was written with the class `Root`; nil for an unregistered one.
  ///
  /// `\Download.isFinished` and `\MiniOperation.isFinished` are different paths. So the path is compared once
  /// with the inherited properties as `Root` sees them, and registered.
  static func of<Root: MiniOperation>(_ path: PartialKeyPath<Root>) -> Key? {
    if let key = RegisteredKeys.key(for: path) { return key }
    guard let key = paths(of: Root.self)[path] else { return nil }
    RegisteredKeys.add(path, key)
    return key
  }

  /// The key of a queue's path; nil for one that is not observable.
  static func of(_ path: PartialKeyPath<MiniOperationQueue>) -> Key? {
    switch path {
    case \.operations: .operations
    case \.operationCount: .operationCount
    case \.maxConcurrentOperationCount: .maxConcurrentOperationCount
    case \.isSuspended: .isSuspended
    case \.name: .name
    case \.qualityOfService: .qualityOfService
    default: nil
    }
  }

  /// A key path knows its own name only on Apple's platforms, so the framework lists its own.
  private static func paths<Root: MiniOperation>(of root: Root.Type) -> [PartialKeyPath<Root>: Key] {
    [
      \.isFinished: .isFinished, \.isExecuting: .isExecuting, \.isReady: .isReady,
      \.isCancelled: .isCancelled,
      \.isAsynchronous: .isAsynchronous, \.isConcurrent: .isConcurrent, \.dependencies: .dependencies,
      \.queuePriority: .queuePriority, \.completionBlock: .completionBlock, \.name: .name,
      \.qualityOfService: .qualityOfService,
    ]
  }
}

/// The keys of paths: of each class's inherited properties that were used, and of a subclass's own.
///
/// A path to a subscript holds the arguments. A search calls their `==`, and a release may deallocate them:
/// both run code of the program. So the dictionary is searched, and what leaves it is released, while its
/// lock is not held, and never as a step of a schedule: whose path that is differs from one run to the next.
enum RegisteredKeys {
  private static let shared = ProcessWide<[AnyKeyPath: Key]>([:])

  /// The paths that were searched for lately: comparing objects costs less than a tenth of comparing paths.
  private static let recent = ProcessWide<[(path: AnyKeyPath, key: Key)]>([])

  static func key(for path: AnyKeyPath) -> Key? { Direction.withoutDirector { find(path) } }

  private static func find(_ path: AnyKeyPath) -> Key? {
    // Safety: see `add`.
    nonisolated(unsafe) let path = path
    if let key = recent.withLock({ $0.first { $0.path === path }?.key }) { return key }
    guard let key = shared.withLock({ $0 })[path] else { return nil }
    let forgotten = recent.withLock { recent in
      defer { recent.append((path, key)) }
      return recent.count == 8 ? recent.removeFirst().path : nil
    }
    withExtendedLifetime(forgotten) {}
    return key
  }

  /// Registers the key of a path; a path keeps the key that it got first.
  static func add(_ path: AnyKeyPath, _ key: Key) { Direction.withoutDirector { insert(path, key) } }

  private static func insert(_ path: AnyKeyPath, _ key: Key) {
    var isAdded = false
    while !isAdded {
      let former = shared.withLock { $0 }
      guard former[path] == nil else { return }
      var keys = former
      keys[path] = key
      // Safety: a key path is immutable, and a reader of it an operation's getter, which any thread may call.
      nonisolated(unsafe) let next = keys
      isAdded = shared.withLock { keys in
        // Paths are only ever added, so an equal count means an unchanged dictionary.
        guard keys.count == former.count else { return false }
        keys = next
        return true
      }
      withExtendedLifetime(former) {}
    }
  }

  /// The value of a subclass's own key; nil if the operation's class has registered none of that name.
  static func value(of key: Key, in operation: MiniOperation) -> Any? {
    for (path, other) in shared.withLock({ $0 }) where other == key {
      if let value = (operation as Any)[keyPath: path] { return value }
    }
    return nil
  }
}
