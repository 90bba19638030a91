import MiniOperations

// A hundred thumbnails: in a task group, in a task group with a limit, in a queue with a limit.

let thumbnails = 1...100

// snippet: group
func loadInGroup(from server: Server) async {
  await withTaskGroup(of: String.self) { group in
    for number in thumbnails {
      group.addTask { await server.photo("thumb \(number)") }
    }
  }
}

func loadInGroup(from server: Server, atMost limit: Int) async {
  await withTaskGroup(of: String.self) { group in
    for number in thumbnails {
      // The group is full: wait for one of its tasks before adding the next.
      if number > limit { _ = await group.next() }
      group.addTask { await server.photo("thumb \(number)") }
    }
  }
}

func loadInQueue(from server: Server, atMost limit: Int) {
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = limit
  for number in thumbnails { queue.addOperation(Download("thumb \(number)", from: server)) }
  queue.waitUntilAllOperationsAreFinished()
}
// end
