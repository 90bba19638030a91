/// Which orders have been played to their end, as a tree of moves.
final class Tried {
  private final class Node {
    /// The threads that could be chosen here; empty where the schedule had ended.
    var candidates: [Int] = []
    var next: [Int: Node] = [:]
    var isDone = false
  }

  private let root = Node()
  /// How many different orders were played to their end.
  private(set) var orders = 0

  /// Whether every move in every position was played to every end.
  var isEverything: Bool { root.isDone }

  /// Records a schedule that has ended.
  ///
  /// - Parameter questions: The threads that could be chosen before each move.
  func add(_ moves: [Int], questions: [[Int]]) {
    var path = [root]
    for (move, candidates) in zip(moves, questions) {
      let node = path[path.count - 1]
      node.candidates = candidates
      let next = node.next[move] ?? Node()
      node.next[move] = next
      path.append(next)
    }
    let leaf = path[path.count - 1]
    if leaf.isDone { return }
    orders += 1
    leaf.isDone = true
    for node in path.dropLast().reversed() {
      node.isDone = node.candidates.allSatisfy { node.next[$0]?.isDone == true }
    }
  }

  /// Whether everything that begins with these moves was tried.
  func isDone(_ moves: [Int]) -> Bool {
    var node: Node? = root
    for move in moves { node = node?.next[move] }
    return node?.isDone == true
  }
}
