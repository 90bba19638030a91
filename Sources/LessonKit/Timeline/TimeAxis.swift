import Foundation

/// Maps times to places from 0 to 1, and leaves out long spans in which nothing happened.
///
/// A lesson may wait a second between two steps of a millisecond. Drawn to scale, the steps would be dots.
struct TimeAxis: Sendable {
  /// A span that is drawn to scale.
  struct Piece: Equatable, Sendable {
    let from: Int
    let to: Int
    /// Where it is drawn.
    let start: Double
    /// Where it ends.
    let end: Double
  }

  /// The part of the axis that represents a span that is left out.
  static let cutWidth = 0.02

  /// The spans that are drawn, in order.
  let pieces: [Piece]

  /// The axis of a recorded timeline.
  init(_ drawing: Record.Drawing) {
    var busy: [(from: Int, to: Int)] = []
    for operation in drawing.operations.sorted(by: { $0.began < $1.began }) {
      let ends =
        (operation.phases + operation.runs).map(\.to)
        + [operation.finished, operation.cancelled].compactMap(\.self)
      let end = max(operation.began, ends.max() ?? operation.began)
      if let last = busy.last, operation.began <= last.to {
        busy[busy.count - 1].to = max(last.to, end)
      } else {
        busy.append((operation.began, end))
      }
    }
    self.init(busy.isEmpty ? [(drawing.begin, drawing.end)] : busy, from: drawing.begin, to: drawing.end)
  }

  /// `busy` are the spans in which something happens, in order and without overlap.
  init(_ busy: [(from: Int, to: Int)], from begin: Int, to end: Int) {
    // A tenth of the whole may be empty; a gap is left out if it is longer than that and a twentieth of the
    // rest.
    let total = busy.reduce(0) { $0 + $1.to - $1.from }
    var kept: [(from: Int, to: Int)] = []
    for piece in busy {
      if let last = kept.last, piece.from - last.to <= max(total, 1) / 4 {
        kept[kept.count - 1].to = piece.to
      } else {
        kept.append(piece)
      }
    }
    if kept.isEmpty { kept = [(begin, end)] }
    // More cuts would leave no room for what happened.
    while kept.count > 12, let smallest = kept.indices.dropFirst().min(by: { gap($0) < gap($1) }) {
      kept[smallest - 1].to = kept[smallest].to
      kept.remove(at: smallest)
    }
    func gap(_ index: Int) -> Int { kept[index].from - kept[index - 1].to }

    let drawn = Double(max(1, kept.reduce(0) { $0 + $1.to - $1.from }))
    let room = 1 - Self.cutWidth * Double(kept.count - 1)
    // Even a piece without any length gets a place, as wide as a cut.
    var start = 0.0
    var pieces: [Piece] = []
    for piece in kept {
      let width = Double(piece.to - piece.from) / drawn * room
      pieces.append(Piece(from: piece.from, to: piece.to, start: start, end: start + width))
      start += width + Self.cutWidth
    }
    self.pieces = pieces
  }

  /// The place of a time.
  func place(_ time: Int) -> Double {
    for (index, piece) in pieces.enumerated() where time <= piece.to {
      if time >= piece.from { return piece.place(time) }
      return index == 0 ? 0 : (pieces[index - 1].end + piece.start) / 2
    }
    return pieces.last?.end ?? 0
  }

  /// The places of the spans that are left out.
  var cuts: [Double] { zip(pieces, pieces.dropFirst()).map { ($0.end + $1.start) / 2 } }

  /// The unit of the labels: the largest one in which the steps are not tiny fractions.
  var unit: (name: String, nanoseconds: Int) {
    let last = pieces.last?.to ?? 0
    return last >= 1_000_000_000 ? ("seconds", 1_000_000_000) : ("ms", 1_000_000)
  }

  /// A time with a label, at its place.
  struct Tick: Equatable, Sendable {
    /// From 0 to 1.
    let place: Double
    /// The time in the axis's unit.
    let label: String
  }

  /// Round times in the axis's unit, about `count` of them.
  func ticks(about count: Int) -> [Tick] {
    let step = step(about: count)
    let unit = unit.nanoseconds
    let digits = max(0, Int((log10(Double(unit)) - log10(Double(step))).rounded(.up)))
    var ticks: [Tick] = []
    for piece in pieces {
      var time = (piece.from + step - 1) / step * step
      // A piece that contains no round time is labelled at its beginning.
      if time > piece.to { time = piece.from }
      while time <= piece.to {
        let label = String(format: "%.\(digits)f", Double(time) / Double(unit))
        ticks.append(Tick(place: piece.place(time), label: label))
        time += step
      }
    }
    return ticks
  }

  private func step(about count: Int) -> Int {
    let drawn = pieces.reduce(0) { $0 + $1.to - $1.from }
    return TimeAxis.roundStep(Double(max(1, drawn)) / Double(max(1, count)))
  }

  /// The smallest of 1, 2, 5, 10, 20 and so on that is at least `wanted`.
  static func roundStep(_ wanted: Double) -> Int {
    var power = 1
    while true {
      for factor in [1, 2, 5] where Double(power * factor) >= wanted { return power * factor }
      power *= 10
    }
  }
}

extension TimeAxis.Piece {
  func place(_ time: Int) -> Double {
    to == from ? start : start + (end - start) * Double(time - from) / Double(to - from)
  }
}
