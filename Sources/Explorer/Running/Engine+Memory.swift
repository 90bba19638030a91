import Synchronization
import Threading

// What the engine learns about ordinary memory, and about threads that it does not control.

extension Engine {
  func access(_ resource: UInt64, isChange: Bool, name: () -> String) {
    guard settings.findsDataRaces, phase == .running, !isInspecting else { return }
    let index = resources.index(of: resource, reachedBy: current)
    guard let rival = memory.use(index, by: current, isChange: isChange), dataRace == nil else { return }
    let race = Finding(
      kind: .dataRace,
      message:
        "Data race: '\(threads[rival].name)' and '\(threads[current].name)' use \(name()), one of them "
        + "changes it, and nothing orders the two. Guard it with a lock, or pass it on through an Atomic that "
        + "releases and acquires.")
    dataRace = race
    if racesAreFindings { find(race.kind, race.message) }
  }

  func orderMemory(at atomic: UInt64, _ order: MemoryOrder) {
    guard phase == .running, !isInspecting else { return }
    if !order.isSequentiallyConsistent { resources.notes.hasWeakAtomics = true }
    guard settings.findsDataRaces else { return }
    let index = resources.index(of: atomic, reachedBy: current)
    if order.isAcquiring { memory.hear(at: index, current) }
    if !order.passesOnReleases { memory.forget(index) }
    if order.isReleasing { memory.say(at: index, current) }
  }

  /// The running step keeps order between all that use the resource.
  func synchronise(_ index: Int) {
    guard settings.findsDataRaces else { return }
    memory.hear(at: index, current)
    memory.say(at: index, current)
  }
}

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
