/// Resolves the links of a text to addresses in the book.
struct Links {
  private var pages: [String: String] = [:]
  private var titles: [String: String] = [:]
  private var articles: [String: String] = [:]
  private var pictures: [String: String] = [:]

  /// Registers the page of a text by its path from the course's root; an article is registered by its file
  /// name too.
  mutating func add(_ path: String, _ page: String, title: String) {
    pages[path] = page
    titles[page] = title
    if let name = path.split(separator: "/").last, path.contains(".docc/") {
      articles[String(name.dropLast(3))] = page
    }
  }

  func page(ofArticle name: String) -> String? { articles[name] }

  func title(of page: String) -> String { titles[page] ?? page }

  /// Registers the source of a picture, which stands in the page itself, by its path from the course's root.
  mutating func add(picture path: String, _ source: String) { pictures[path] = source }

  /// The source of a picture; nil if it is not in the book.
  func picture(_ target: String, from folder: String) -> String? { pictures[path(of: target, from: folder)] }

  /// The address of a link's target; nil if the target is not in the book.
  func address(of target: String, from folder: String) -> String? {
    if target.contains("://") || target.hasPrefix("#") { return target }
    let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
    let path = path(of: parts[0], from: folder)
    // A part of a text may have a page of its own.
    if parts.count > 1, let page = pages["\(path)#\(parts[1])"] { return page }
    guard let page = pages[path] else { return nil }
    return parts.count > 1 && !page.contains("#") ? "\(page)#\(parts[1])" : page
  }

  /// The path from the course's root.
  private func path(of target: String, from folder: String) -> String {
    var path = folder.split(separator: "/").map(String.init)
    for part in target.split(separator: "/") {
      if part == ".." {
        if !path.isEmpty { path.removeLast() }
      } else if part != "." {
        path.append(String(part))
      }
    }
    return path.joined(separator: "/")
  }
}
