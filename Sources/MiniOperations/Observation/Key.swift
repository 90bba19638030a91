/// The name of something observable, as a number that is quick to compare.
///
/// `"isFinished"` and `"finished"` are two keys. An announcement of the one
/// does not reach observers of the other, as lesson 05 shows.
struct Key: Hashable, Sendable {
  let number: Int

  static let isCancelled = Key(number: 0)
  static let isAsynchronous = Key(number: 1)
  static let isExecuting = Key(number: 2)
  static let isFinished = Key(number: 3)
  static let isReady = Key(number: 4)
  static let dependencies = Key(number: 5)
  static let queuePriority = Key(number: 6)
  static let completionBlock = Key(number: 7)
  static let isConcurrent = Key(number: 8)
  static let name = Key(number: 9)
  static let operations = Key(number: 10)
  static let operationCount = Key(number: 11)
  static let maxConcurrentOperationCount = Key(number: 12)
  static let isSuspended = Key(number: 13)
  static let qualityOfService = Key(number: 14)

  fileprivate static let builtIn = [
    "isCancelled", "isAsynchronous", "isExecuting", "isFinished", "isReady", "dependencies",
    "queuePriority", "completionBlock", "isConcurrent", "name", "operations", "operationCount",
    "maxConcurrentOperationCount", "isSuspended", "qualityOfService",
  ]

  private init(number: Int) { self.number = number }

  /// The key with that name; a name that has not been used gets a new key.
  init(_ name: String) {
    // The four that operations announce by hand, without a table lookup.
    switch name {
    case "isFinished": self = .isFinished
    case "isExecuting": self = .isExecuting
    case "isReady": self = .isReady
    case "isCancelled": self = .isCancelled
    // The documented name of a queue's key. The property has another name.
    case "suspended": self = .isSuspended
    default: self = Key(number: KeyTable.shared.withLock { $0.number(of: name) })
    }
  }

  var name: String { KeyTable.shared.withLock { $0.names[number] } }
}

/// The known keys, and how to read their values.
///
/// A key path knows its own name only on Apple's platforms. So the framework
/// lists those of its own, and a subclass adds its keys once.
///
/// A path to a subscript holds the arguments. A search calls their `==`, and a release may deallocate them:
/// both run code of the program. So the list of paths is searched, and what leaves the table is released,
/// while its lock is not held.
struct KeyTable {
  static let shared = ProcessWide(KeyTable())

  fileprivate(set) var names = Key.builtIn
  private var numbers = Dictionary(uniqueKeysWithValues: zip(Key.builtIn, 0...))
  private var keysByPath: [AnyKeyPath: Key] = [
    \MiniOperation.isCancelled: .isCancelled,
    \MiniOperation.isAsynchronous: .isAsynchronous,
    \MiniOperation.isConcurrent: .isConcurrent,
    \MiniOperation.isExecuting: .isExecuting,
    \MiniOperation.isFinished: .isFinished,
    \MiniOperation.isReady: .isReady,
    \MiniOperation.dependencies: .dependencies,
    \MiniOperation.queuePriority: .queuePriority,
    \MiniOperation.completionBlock: .completionBlock,
    \MiniOperation.name: .name,
    \MiniOperation.qualityOfService: .qualityOfService,
    \MiniOperationQueue.operations: .operations,
    \MiniOperationQueue.operationCount: .operationCount,
    \MiniOperationQueue.maxConcurrentOperationCount: .maxConcurrentOperationCount,
    \MiniOperationQueue.isSuspended: .isSuspended,
    \MiniOperationQueue.name: .name,
    \MiniOperationQueue.qualityOfService: .qualityOfService,
  ]
  private var readers: [Key: [@Sendable (AnyObject) -> Any?]] = [:]

  private init() {
    for (path, key) in keysByPath {
      addReader(path, key)
    }
  }

  fileprivate mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    names.append(name)
    numbers[name] = names.count - 1
    return names.count - 1
  }

  /// Paths that were looked up lately; comparing paths thoroughly takes long.
  private var recent: [(path: AnyKeyPath, key: Key)] = []

  /// The key of `path`, nil for an unregistered one.
  static func key(for path: AnyKeyPath) -> Key? {
    // Safety: see addReader.
    nonisolated(unsafe) let path = path
    if let known = shared.withLock({ $0.recent.first { $0.path === path }?.key }) { return known }
    guard let key = shared.withLock({ $0.keysByPath })[path] else { return nil }
    let forgotten = shared.withLock { table in
      defer { table.recent.append((path, key)) }
      return table.recent.count == 8 ? table.recent.removeFirst().path : nil
    }
    withExtendedLifetime(forgotten) {}
    return key
  }

  /// The key of a path that was written with the subclass `Root`; nil for an unregistered one.
  ///
  /// `\Download.isFinished` and `\MiniOperation.isFinished` are different paths. So the path is compared once with
  /// the inherited properties as `Root` sees them, and listed.
  static func key<Root: MiniOperation>(for path: PartialKeyPath<Root>, in root: Root.Type) -> Key? {
    if let key = key(for: path) { return key }
    let inherited: [(path: PartialKeyPath<Root>, key: Key)] = [
      (\.isFinished, .isFinished), (\.isExecuting, .isExecuting), (\.isReady, .isReady),
      (\.isCancelled, .isCancelled), (\.isAsynchronous, .isAsynchronous), (\.isConcurrent, .isConcurrent),
      (\.dependencies, .dependencies), (\.queuePriority, .queuePriority),
      (\.completionBlock, .completionBlock), (\.name, .name), (\.qualityOfService, .qualityOfService),
    ]
    guard let key = inherited.first(where: { $0.path == path })?.key else { return nil }
    add(path, named: key.name)
    return key
  }

  /// Registers a subclass's key; registering it again changes nothing.
  static func add(_ path: AnyKeyPath, named name: String) {
    // Safety: see addReader.
    nonisolated(unsafe) let path = path
    var isAdded = false
    while !isAdded {
      let (former, key) = shared.withLock { ($0.keysByPath, Key(builtInOrNew: name, in: &$0)) }
      guard former[path] == nil else { return }
      var keysByPath = former
      keysByPath[path] = key
      isAdded = shared.withLock { table in
        // Paths are only ever added, so an equal count means an unchanged list.
        guard table.keysByPath.count == former.count else { return false }
        table.keysByPath = keysByPath
        table.addReader(path, key)
        return true
      }
      withExtendedLifetime(former) {}
    }
  }

  private mutating func addReader(_ path: AnyKeyPath, _ key: Key) {
    // Safety: a key path is immutable, and reading through it calls a getter
    // that an operation must allow on any thread.
    nonisolated(unsafe) let path = path
    readers[key, default: []].append { object in (object as Any)[keyPath: path] }
  }

  /// The readers of `key`; the first one that fits the object returns its value.
  func readers(of key: Key) -> [@Sendable (AnyObject) -> Any?] { readers[key] ?? [] }
}

extension Key {
  fileprivate init(builtInOrNew name: String, in table: inout KeyTable) {
    self.init(number: table.number(of: name))
  }

  /// The value that `object` has for this key now, nil for an unregistered key.
  func value(of object: AnyObject) -> Any? {
    // The readers are called after unlocking: they are the user's getters.
    let readers = KeyTable.shared.withLock { $0.readers(of: self) }
    for reader in readers {
      if let value = reader(object) { return value }
    }
    return nil
  }
}
