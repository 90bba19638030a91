import Explorer

extension Level {
  static let firstTheState = Level(
    "FirstTheState", "The last one starts the next", lesson: 5,
    """
    Two operations finish, and a third waits for both. Each checks whether the other has finished, and then \
    finishes itself.
    """
  ) { stage in
    // level
    final class Graph: @unchecked Sendable {
      var aHasFinished = false
      var bHasFinished = false
      var starts = 0
    }
    let graph = Graph()
    stage.thread("A") {
      if graph.bHasFinished { graph.starts += 1 }
      graph.aHasFinished = true
    }
    stage.thread("B") {
      if graph.aHasFinished { graph.starts += 1 }
      graph.bHasFinished = true
    }
    stage.watch("starts") { graph.starts }
    stage.finally { stage.expect(graph.starts == 1, "the third is started once") }
    // end
  }
}
