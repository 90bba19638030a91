/// One page of the book, without its frame.
struct Page {
  /// The part of the book that contains the page.
  enum Part: CaseIterable {
    case front, stages, lessons, exercises, levels, reference, tools
  }

  /// The file name, without `.html`.
  let name: String
  let title: String
  let part: Part
  /// The HTML below the title.
  var body: String
  /// The scripts that only this page has.
  var scripts: [String] = []
  /// The name of its lesson or exercise in `progress.txt`.
  var step: String?
  /// The name of its level in `progress.txt`.
  var level: String?
  /// The minutes that it takes, if it is a lesson or an exercise.
  var minutes: Int?

  var file: String { "\(name).html" }

  /// The words without tags, for the search; equal lines, such as those that solution and alternative share,
  /// appear once.
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

  /// Tags that do not separate two words.
  private static let withinWords: Set<Substring> = ["a", "b", "code", "em", "i", "strong", "u"]

  /// The body without the data of scripts, titles and styles of pictures, line numbers, and differences.
  ///
  /// The lines of a difference are also in the listing that it belongs to, except the wrong ones.
  private static func withoutData(_ html: String) -> String {
    html.replacing(/<script type="application\/json"[^>]*>[^<]*<\/script>/, with: "")
      .replacing(/<title[^>]*>[^<]*<\/title>/, with: "")
      .replacing(/<style>[^<]*<\/style>/, with: "")
      .replacing(/<a>[0-9]+<\/a>/, with: "")
      .replacing(/<pre class="code difference"(?s:.*?)<\/pre>/, with: "")
  }
}
