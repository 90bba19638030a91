import Explorer
import MiniOperations

extension Level {
  static let lastTicket = Level(
    "LastTicket", "The last ticket", lesson: 20,
    """
    Two counters sell tickets, and one ticket is left. Each looks before it sells.
    """
  ) { stage in
    // level
    let (tickets, sold) = (Shared(1, "tickets"), Tally())
    for name in ["A", "B"] {
      stage.thread(name) {
        if tickets.value > 0 {
          tickets.value = 0
          sold.raise()
        }
      }
    }
    stage.watch("tickets") { tickets.value }
    stage.watch("sold") { sold.value }
    stage.finally { stage.expect(sold.value == 1, "the last ticket is sold once") }
    // end
  }
}
