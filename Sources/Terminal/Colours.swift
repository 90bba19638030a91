/// Colours, for terminals that support them.
package struct Colours: Sendable {
  package let isOn: Bool

  package init(isOn: Bool = Terminal.hasColours) { self.isOn = isOn }

  package func bold(_ text: String) -> String { styled(text, "1") }
  package func dim(_ text: String) -> String { styled(text, "2") }
  package func red(_ text: String) -> String { styled(text, "31") }
  package func green(_ text: String) -> String { styled(text, "32") }

  private func styled(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
