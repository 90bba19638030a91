import Chance

/// What the choices of a soak are made with; the seed is printed with what went wrong.
public typealias Dice = SplitMix64

extension Dice {
  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of these.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
