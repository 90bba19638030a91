import LessonKit
import MiniOperations

/// A list, two sums of its halves, and the sum of both: as operations in a queue.
func sumWithOperations(_ show: Show) async throws -> Int {
  // snippet: operations
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 2
  let list = TaskOperation("list") { [1, 2, 3, 4] }
  let left = TaskOperation("left") { try await list.value.prefix(2).reduce(0, +) }
  let right = TaskOperation("right") { try await list.value.suffix(2).reduce(0, +) }
  let sum = TaskOperation("sum") { try await left.value + right.value }
  left.addDependency(list)
  right.addDependency(list)
  for half in [left, right] { sum.addDependency(half) }
  // end
  show.watch([list, left, right, sum], narrated: false)
  for operation in [list, left, right, sum] { queue.addOperation(operation) }
  return try await sum.value
}

/// The same as child tasks: the order is that of the lines.
func sumWithTasks() async -> Int {
  // snippet: tasks
  let list = await makeList()
  async let left = list.prefix(2).reduce(0, +)
  async let right = list.suffix(2).reduce(0, +)
  return await left + right
  // end
}

/// The same as a task group, where the list decides the number of parts.
func sumWithGroup() async -> Int {
  let list = await makeList()
  return await withTaskGroup(of: Int.self) { group in
    for start in stride(from: 0, to: list.count, by: 2) {
      group.addTask { list[start..<start + 2].reduce(0, +) }
    }
    return await group.reduce(0, +)
  }
}

private func makeList() async -> [Int] { [1, 2, 3, 4] }
