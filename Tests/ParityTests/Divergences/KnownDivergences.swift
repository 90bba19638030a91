import Foundation

extension Divergence {
  /// Every difference that Foundation can show without crashing or hanging.
  ///
  /// Missing are K3, K4, K11 and K13, which end the program, and what Foundation
  /// answers with `fatalError` (O3, O4 while executing, O5, O33, Q12, Q21) or by
  /// hanging (C7).
  static let known: [Divergence] = [
    Divergence(
      id: "C3", summary: "The blocks of one operation run one after the other, on the calling thread.",
      foundation: ["both on the calling thread true"], mini: ["both on the calling thread false"]
    ) { $0.blocksAtOnce($1) },
    Divergence(
      id: "C4, K9", summary: "The completion block is kept after it was called.",
      foundation: ["completion block there", "captured object there"],
      mini: ["completion block gone", "captured object gone"]
    ) { $0.completionBlockLetGo($1) },
    Divergence(
      id: "K1", summary: "Removing a dependency that has not finished does not make the operation ready.",
      foundation: ["ready false", "dependencies 0, ready false"],
      mini: ["ready false", "dependencies 0, ready true"]
    ) { $0.unfinishedRemoved($1) },
    Divergence(
      id: "K2", summary: "Removing a finished dependency of a cancelled operation makes it unready.",
      foundation: ["ready true", "dependencies 0, ready false"],
      mini: ["ready true", "dependencies 0, ready true"]
    ) { $0.finishedRemoved($1) },
    Divergence(
      id: "K5", summary: "Without a limit, suspending holds nothing that was added before.",
      foundation: ["first", "second", "third", "suspended, left 0", "resumed"],
      mini: ["first", "suspended, left 2", "resumed", "second", "third"]
    ) { $0.suspendedWithoutLimit($1) },
    Divergence(
      id: "K6", summary: "Without a limit, priority does not move what was added before.",
      foundation: ["normal", "normal", "normal", "very high"],
      mini: ["very high", "normal", "normal", "normal"]
    ) { $0.priorityWithoutLimit($1) },
    Divergence(
      id: "K7, suspended", summary: "A barrier in an empty queue runs although the queue is suspended.",
      foundation: ["barrier", "resumed"], mini: ["resumed", "barrier"]
    ) { $0.barrierInSuspendedQueue($1) },
    Divergence(
      id: "K7, underlying queue", summary: "A barrier in an empty queue ignores the underlying queue.",
      foundation: ["on its lane false"], mini: ["on its lane true"]
    ) { $0.barrierOnLane($1) },
    Divergence(
      id: "K7, main queue", summary: "A barrier in the empty main queue does not run on the main queue.",
      foundation: ["on the main queue false"], mini: ["on the main queue true"]
    ) { $0.barrierOnMainQueue($1) },
    Divergence(
      id: "K8", summary: "On a global queue a barrier does not hold what is added while it runs.",
      foundation: ["barrier begins", "added later", "barrier ends"],
      mini: ["barrier begins", "barrier ends", "added later"]
    ) { $0.barrierOnGlobalQueue($1) },
    Divergence(
      id: "K10", summary: "Blocks stay in their operation after they have run, with what they hold.",
      foundation: ["blocks 1", "blocks 1, captured object there"],
      mini: ["blocks 1", "blocks 0, captured object gone"]
    ) { $0.blocksLetGo($1) },
    Divergence(
      id: "K12", summary: "A gate that opens silently is noticed when the queue happens to look again.",
      foundation: ["ran before it was announced true", "ran 1"],
      mini: ["ran before it was announced false", "ran 1"]
    ) { $0.gateOpenedSilently($1) },
    Divergence(
      id: "O22", summary: "A dependency that is added while the operation executes makes it unready.",
      foundation: ["executing, ready false"], mini: ["executing, ready true"]
    ) { $0.readyWhileExecuting($1) },
    Divergence(
      id: "Q19", summary: "An operation that was cancelled before it started is no progress.",
      foundation: ["1 of 2"], mini: ["2 of 2"]
    ) { $0.progressOfCancelled($1) },
    Divergence(
      id: "O41", summary: "A total of 0 that was set makes the queue count.",
      foundation: ["1 of 0"], mini: ["0 of 0"]
    ) { $0.progressOfNone($1) },
    Divergence(
      id: "Q2",
      summary: "A priority that is changed, and changed back, puts the operation behind its equals.",
      foundation: ["second", "third", "first"], mini: ["first", "second", "third"]
    ) { $0.priorityAndBack($1) },
    Divergence(
      id: "Q18, name", summary: "The main queue is called NSOperationQueue Main Queue.",
      foundation: ["NSOperationQueue Main Queue"], mini: ["main queue"]
    ) { $1($0.main.name ?? "no name") },
    Divergence(
      id: "Q18, quality of service",
      summary: "The main queue's quality of service is 0, which is none of the cases.",
      foundation: ["raw value 0"], mini: ["raw value \(QualityOfService.default.rawValue)"]
    ) { $1("raw value \($0.main.qualityOfService.rawValue)") },
    Divergence(
      id: "Description", summary: "A description has the type and the address.",
      foundation: ["an address true, the name false"], mini: ["an address false, the name true"]
    ) { $0.descriptions($1) },
  ]
}
