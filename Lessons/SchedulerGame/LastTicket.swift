import Explorer

extension Level {
  static let lastTicket = Level(
    "LastTicket", "The last ticket", lesson: 21,
    """
    Two counters sell tickets, and one ticket is left. Each checks before it sells.
    """
  ) { stage in
    // level
    final class Office: @unchecked Sendable {
      var tickets = 1
      var sold = 0

      func sell() {
        if tickets > 0 {
          tickets = 0
          sold += 1
        }
      }
    }
    let office = Office()
    stage.thread("A") { office.sell() }
    stage.thread("B") { office.sell() }
    stage.watch("tickets") { office.tickets }
    stage.watch("sold") { office.sold }
    stage.finally { stage.expect(office.sold == 1, "the last ticket is sold once") }
    // end
  }
}
