import Foundation

extension MiniOperation {
  /// What an operation's lock guards.
  ///
  /// It is kept small, because it travels: one thread makes an operation,
  /// another runs it, and the memory goes from core to core.
  struct State {
    var lifecycle = Lifecycle()
    var priority = QueuePriority.normal
    /// The queue that has the operation, until it has finished.
    ///
    /// Safe without being counted: a queue keeps itself alive while it has
    /// operations. A count that every thread changes for every operation would
    /// cost more than all the rest.
    var owner: Unmanaged<MiniOperationQueue>?
    var completionBlock: (@Sendable () -> Void)?
    var observers: Observers?
    /// What most operations do without; made when it is first needed.
    private var details: Details?

    var queue: MiniOperationQueue? { owner?.takeUnretainedValue() }
  }

  /// The part of the state that most operations do without.
  private final class Details {
    @exclusivity(unchecked) var dependencies = Links<StrongLink>()
    @exclusivity(unchecked) var dependents = Links<WeakLink>()
    @exclusivity(unchecked) var latch: Latch?
    @exclusivity(unchecked) var name: String?
    @exclusivity(unchecked) var quality = QualityOfService.default
  }
}

extension MiniOperation.State {
  /// Whom this operation waits for.
  var dependencies: Links<StrongLink> {
    get { details?.dependencies ?? Links() }
    _modify { yield &madeDetails.dependencies }
  }

  /// Who waits for this operation.
  var dependents: Links<WeakLink> {
    get { details?.dependents ?? Links() }
    _modify { yield &madeDetails.dependents }
  }

  var name: String? {
    get { details?.name }
    set { madeDetails.name = newValue }
  }

  var quality: QualityOfService {
    get { details?.quality ?? .default }
    set { madeDetails.quality = newValue }
  }

  /// Where those sleep who wait for the end; made when somebody does.
  var latch: Latch? {
    get { details?.latch }
    set { madeDetails.latch = newValue }
  }

  /// Takes out those who wait for this operation, as dependents or asleep, when it has ended.
  mutating func takeWaiting() -> (dependents: [MiniOperation], latch: Latch?) {
    guard let details else { return ([], nil) }
    return (details.dependents.removeAll(), details.latch.take())
  }

  /// Takes out the dependencies, when nobody holds the operation any more.
  mutating func takeDependencies() -> [MiniOperation] { details?.dependencies.removeAll() ?? [] }

  private var madeDetails: MiniOperation.Details {
    mutating get {
      if let details { return details }
      let details = MiniOperation.Details()
      self.details = details
      return details
    }
  }
}
