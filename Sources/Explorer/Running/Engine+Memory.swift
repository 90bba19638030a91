import ExplorerHooks
import Synchronization
import Threading

// What the engine learns about ordinary memory, and about threads that it does not control.

extension Engine {
  func access(_ resource: UInt64, isChange: Bool, name: () -> String) {
    guard settings.findsDataRaces, phase == .running, !isInspecting else { return }
    let index = resources.index(of: resource)
    guard let rival = memory.use(index, by: current, isChange: isChange) else { return }
    let access = SightAccess(code: 0, thread: Int32(current), isChange: isChange, isPlain: true)
    note(DataRace(variable: name(), earlier: use(rival), later: use(access)))
  }

  private func note(_ race: DataRace) {
    if let known = dataRace?.race, known.isOfMemory || !race.isOfMemory { return }
    dataRace = race.finding
    if raceFindings == .all || raceFindings == .ofMemory && race.isOfMemory { find(race.finding) }
  }

  private func use(_ access: SightAccess) -> DataRace.Use {
    DataRace.Use(
      thread: threads[Int(access.thread)].name, isChange: access.isChange,
      code: access.code == 0 ? nil : access.code)
  }

  // MARK: Sight

  /// Two accesses to ordinary memory have raced.
  func raced(_ earlier: SightAccess, _ later: SightAccess) {
    note(DataRace(variable: nil, earlier: use(earlier), later: use(later)))
  }

  /// The calling thread is about to make an access at a place that is watched.
  func reachAccess(_ access: SightAccess) {
    let label = { access.isChange ? "write a variable" : "read a variable" }
    if switchesAtAccesses, access.isPlain {
      reach(access.isChange ? .write : .read, on: racingMemory.value, label: label)
    } else {
      recorder?.did(current, access.isChange ? .write : .read, 0, label, self)
    }
    recorder?.locate(access.code)
  }

  // MARK: Atomics

  func orderMemory(at atomic: UInt64, _ order: MemoryOrder) {
    guard phase == .running, !isInspecting else { return }
    if !order.isSequentiallyConsistent { resources.notes.hasWeakAtomics = true }
    guard settings.findsDataRaces else { return }
    let index = resources.index(of: atomic)
    if order.isAcquiring { memory.acquireClock(at: index, current) }
    if !order.passesOnReleases { memory.forget(index) }
    if order.isReleasing { memory.releaseClock(at: index, current) }
  }

  /// The running step comes after all that changed the resource, and, if it changes it, before all that use
  /// it later.
  ///
  /// Two steps that only read are independent for the search, which tries one of their orders, so their order
  /// must not decide whether a data race is seen.
  func synchronise(_ index: Int, isChange: Bool = true) {
    guard settings.findsDataRaces else { return }
    memory.acquireClock(at: index, current)
    if isChange { memory.releaseClock(at: index, current) }
  }
}

/// All accesses that race, as one resource: their addresses differ from one run to the next.
private let racingMemory = ResourceID()

/// Is notified of threads that touch what a schedule's threads created, and that no engine controls.
final class Strangers: StrangerWatch {
  static let all = Strangers()

  private let touches = Mutex<[UInt64: String]>([:])

  /// Is notified of such threads from now on.
  static let isWatching: Void = Direction.reportStrangers(to: all)

  func strangerTouched(_ resource: UInt64, label: () -> String) {
    guard let engine = ResourceName.engine(of: resource) else { return }
    let text = label()
    touches.withLock { if $0[engine] == nil { $0[engine] = text } }
  }

  /// What the first such thread did to a resource of this engine, nil if there was none.
  func touch(of engine: UInt64) -> String? { touches.withLock { $0[engine] } }

  func forget(_ engine: UInt64) { touches.withLock { $0[engine] = nil } }
}
