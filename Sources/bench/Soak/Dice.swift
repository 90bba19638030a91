import Threading

/// The random generator of a soak; a failure is printed with its seed.
public typealias Dice = SplitMix64

extension Dice {
  /// True with this probability in percent.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A random element.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
