import MiniOperations

// A hundred thumbnails: in a task group, in a task group with a limit, in a queue with a limit.

let thumbnails = (1...100).map { "thumb \($0)" }

// snippet: group
func loadInGroup(from server: Server) async {
  await withTaskGroup(of: String?.self) { group in
    for name in thumbnails {
      group.addTask { await server.photo(name) }
    }
  }
}

func loadInGroup(from server: Server, atMost limit: Int) async {
  await withTaskGroup(of: String?.self) { group in
    for (index, name) in thumbnails.enumerated() {
      // The group is full: wait for one of its tasks before adding the next.
      if index >= limit { _ = await group.next() }
      group.addTask { await server.photo(name) }
    }
  }
}

func loadInQueue(from server: Server, atMost limit: Int) {
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = limit
  for name in thumbnails { queue.addOperation(Download(name, from: server)) }
  queue.waitUntilAllOperationsAreFinished()
}
// end
