/// One page of the book, before the frame is put round it.
struct Page {
  /// In which part of the book it stands.
  enum Part: CaseIterable {
    case front, stages, lessons, exercises, levels, reference, tools
  }

  /// The name of its file, without `.html`.
  let name: String
  let title: String
  let part: Part
  /// What stands below its title, as HTML.
  var body: String
  /// The language in which its text was found.
  var language = "en"
  /// Scripts beside those that each page has.
  var scripts: [String] = []
  /// What a page of the course's way is called in `progress.txt`.
  var step: String?

  var file: String { "\(name).html" }

  /// The words without tags, for the search; of equal lines, such as a solution's in its alternative, the first.
  var words: String {
    var text = ""
    var tag: String?
    for scalar in Page.withoutData(body).unicodeScalars {
      switch scalar {
      case "<": tag = ""
      case ">" where tag != nil:
        let name = tag?.split(separator: " ").first ?? ""
        if !Page.withinWords.contains(name.hasPrefix("/") ? name.dropFirst() : name) { text += " " }
        tag = nil
      default:
        if tag == nil { text.unicodeScalars.append(scalar) } else { tag?.unicodeScalars.append(scalar) }
      }
    }
    text = text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    var known: Set<String> = []
    return text.split(separator: "\n").map { $0.split { $0.isWhitespace }.joined(separator: " ") }
      .filter { !$0.isEmpty && known.insert($0).inserted }.joined(separator: " ")
  }

  /// Tags that do not part two words.
  private static let withinWords: Set<Substring> = ["a", "b", "code", "em", "i", "strong", "u"]

  /// The body without the data of scripts, the titles inside of pictures, the numbers of lines, and differences.
  ///
  /// A line of a difference is found in the listing that it belongs to, unless it is wrong.
  private static func withoutData(_ html: String) -> String {
    html.replacing(/<script type="application\/json"[^>]*>[^<]*<\/script>/, with: "")
      .replacing(/<title>[^<]*<\/title>/, with: "")
      .replacing(/<a>[0-9]+<\/a>/, with: "")
      .replacing(/<pre class="code difference"(?s:.*?)<\/pre>/, with: "")
  }
}
