/// Colours and links, for terminals that support them.
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

extension String {
  /// The text as a link to a file or page (OSC 8) if the terminal supports links; otherwise the text alone.
  package func linked(to address: String, isOn: Bool = Terminal.hasLinks) -> String {
    guard isOn, !address.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value > 0x7E }) else {
      return self
    }
    return "\u{1B}]8;;\(address)\u{1B}\\\(self)\u{1B}]8;;\u{1B}\\"
  }
}
