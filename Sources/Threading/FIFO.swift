/// A line: the first element that comes is the first that leaves.
///
/// An array would move all other elements forward each time the first one leaves.
@usableFromInline
package struct FIFO<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { head == elements.count }
  @inlinable
  package var count: Int { elements.count - head }
  @inlinable
  package var first: Element? { isEmpty ? nil : elements[head] }
  @inlinable
  package var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

  /// The element at this place in the line, from 0.
  @inlinable
  package subscript(place: Int) -> Element {
    get { elements[head + place]! }
    _modify { yield &elements[head + place]! }
  }

  @inlinable
  package mutating func append(_ element: Element) { elements.append(element) }

  @inlinable
  package mutating func removeFirst() -> Element {
    let element = elements[head].take()!
    head += 1
    // Served places are freed when they are more than half, so that each
    // element is moved at most once on average.
    if head == elements.count {
      elements.removeAll(keepingCapacity: elements.capacity <= 1024)
      head = 0
    } else if head > 32 && head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Serves the first waiter that satisfies `condition`, past earlier ones.
  @inlinable
  package mutating func removeFirst(where condition: (Element) -> Bool) -> Element? {
    if let first, condition(first) { return removeFirst() }
    guard let index = elements[head...].firstIndex(where: { condition($0!) }) else { return nil }
    return elements.remove(at: index)
  }
}
