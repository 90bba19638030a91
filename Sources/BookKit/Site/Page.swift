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

  /// The words without tags, for the search.
  var words: String {
    var words = ""
    var isTag = false
    for scalar in Page.withoutData(body).unicodeScalars {
      switch scalar {
      case "<": isTag = true
      case ">" where isTag:
        isTag = false
        words += " "
      default: if !isTag { words.unicodeScalars.append(scalar) }
      }
    }
    return words.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&").split { $0.isWhitespace }
      .joined(separator: " ")
  }

  /// The body without the data of scripts, and without the titles inside of pictures.
  private static func withoutData(_ html: String) -> String {
    html.replacing(/<script type="application\/json"[^>]*>[^<]*<\/script>/, with: "")
      .replacing(/<title>[^<]*<\/title>/, with: "")
  }
}
