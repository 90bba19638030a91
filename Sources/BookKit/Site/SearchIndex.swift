/// The words of all pages, for a search without a server.
struct SearchIndex {
  let pages: [Page]

  /// The index as a script: a page cannot read a file beside it, but it can load a script.
  var script: String {
    let entries = pages.filter { $0.part != .tools }.map {
      JSON.list([$0.file, $0.title, $0.words].map(JSON.text))
    }
    return "window.bookIndex = [\n\(entries.joined(separator: ",\n"))\n];\n"
  }
}
