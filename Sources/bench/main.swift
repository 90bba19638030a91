import Foundation
import MiniOperations
func ns() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
final class Empty: MiniOperation, @unchecked Sendable { override func main() {} }
let n = 100_000
for lim in [4, 1, -1] {
  for _ in 0..<4 {
    let q = MiniOperationQueue(); q.maxConcurrentOperationCount = lim
    let s = ns()
    for _ in 0..<n { q.addOperation(Empty()) }
    q.waitUntilAllOperationsAreFinished()
    print("mini", lim, Double(ns() - s) / Double(n))
  }
}
for _ in 0..<3 {
    let q = MiniOperationQueue(); q.maxConcurrentOperationCount = 4
    let s = ns()
    for _ in 0..<n { q.addOperation { } }
    q.waitUntilAllOperationsAreFinished()
    print("mini blocks", Double(ns() - s) / Double(n))
}
for _ in 0..<3 {
    let q = MiniOperationQueue(); q.maxConcurrentOperationCount = 4
    let s = ns()
    var toks: [MiniObservation] = []
    for _ in 0..<n { let o = Empty(); toks.append(o.observe(\.isFinished) { _, _ in }); q.addOperation(o) }
    q.waitUntilAllOperationsAreFinished()
    print("mini observed", Double(ns() - s) / Double(n))
}
for n in [10_000, 1_000_000] { for _ in 0..<2 {
    let q = MiniOperationQueue(); q.maxConcurrentOperationCount = 4
    let s = ns()
    var prev: Empty? = nil
    for _ in 0..<n { let o = Empty(); if let prev { o.addDependency(prev) }; q.addOperation(o); prev = o }
    q.waitUntilAllOperationsAreFinished()
    let e = ns()
    prev = nil
    print("mini chain", n, Double(e - s) / Double(n), "release", Double(ns() - e)/Double(n))
} }
for n in [10_000, 1_000_000] { for _ in 0..<2 {
    let q = MiniOperationQueue(); q.maxConcurrentOperationCount = 4
    let s = ns()
    let last = Empty()
    for _ in 0..<n { let o = Empty(); last.addDependency(o); q.addOperation(o) }
    q.addOperation(last)
    q.waitUntilAllOperationsAreFinished()
    let e = ns()
    print("mini fanin", n, Double(e - s) / Double(n))
} }
do {
    let q = MiniOperationQueue(); q.isSuspended = true
    for _ in 0..<n { q.addOperation(Empty()) }
    var s = ns()
    q.cancelAllOperations()
    q.isSuspended = false
    q.waitUntilAllOperationsAreFinished()
    print("cancel all", Double(ns() - s) / Double(n))
}
