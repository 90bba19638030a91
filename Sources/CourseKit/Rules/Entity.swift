/// The declaration that a mangled symbol belongs to.
struct Entity: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A function, variable, subscript or initializer.
    case member
    /// A type, or metadata of one.
    case type
    /// The conformance of the type `path` to a protocol.
    case conformance(to: String, ofModule: String)
  }

  let kind: Kind
  /// The module that declares it; for a member of an extension, the module of the extension.
  let module: String
  /// The module of the type that is extended, or that conforms; otherwise that of the declaration.
  let home: String
  /// The names from the outermost type to the member.
  let path: [String]
  /// Whether the symbol makes a case of an enumeration.
  var isCase = false
  /// Whether it is a class or a member of one.
  var isInClass = false
  /// The name of a function, and the labels of its arguments.
  var labels: Set<String> = []

  var name: String { path.last ?? "" }
  /// The path as it is written in a program.
  var text: String { path.joined(separator: ".") }
}

/// A node of the tree that `swift-demangle -tree-only` prints.
private struct Node {
  let kind: Substring
  let text: String
  var children: [Node] = []

  static let members: Set<Substring> = [
    "Function", "Variable", "Subscript", "Allocator", "Constructor", "Destructor", "Deallocator",
    "IsolatedDeallocator", "Macro",
  ]
  static let types: Set<Substring> = [
    "Class", "Structure", "Enum", "Protocol", "TypeAlias", "OtherNominalType", "AssociatedType",
  ]

  /// The first declaration in this tree.
  var entity: Entity? {
    if Node.members.contains(kind) || Node.types.contains(kind) {
      guard let place else { return nil }
      let kind: Entity.Kind = Node.types.contains(self.kind) ? .type : .member
      let labels = children.first { $0.kind == "LabelList" }?.children.map(\.text) ?? []
      return Entity(
        kind: kind, module: place.module, home: place.home, path: place.path, isInClass: isInClass,
        labels: Set(labels + [place.path.last ?? ""]))
    }
    if kind == "ProtocolConformance", children.count > 1 {
      guard let type = children[0].place, let conformed = children[1].place else { return nil }
      let module = children.dropFirst(2).first { $0.kind == "Module" }?.text ?? type.module
      return Entity(
        kind: .conformance(to: conformed.path.joined(separator: "."), ofModule: conformed.module),
        module: module, home: type.module, path: type.path)
    }
    var found = children.lazy.compactMap(\.entity).first
    if kind == "EnumCase" { found?.isCase = true }
    return found
  }

  /// Where a declaration stands: its module, the module of the outermost type, and the names.
  var place: (module: String, home: String, path: [String])? {
    switch kind {
    case "Module": return (text, text, [])
    case "Extension":
      guard children.count > 1, let type = children[1].place else { return nil }
      return (children[0].text, type.home, type.path)
    default:
      guard Node.members.contains(kind) || Node.types.contains(kind) else {
        return children.lazy.compactMap(\.place).first
      }
      guard let outer = children.first?.place else { return nil }
      return (outer.module, outer.home, outer.path + [name])
    }
  }

  /// Whether it is a class, or declared in one or in an extension of one.
  private var isInClass: Bool {
    guard kind != "Class", let outer = children.first else { return kind == "Class" }
    return outer.kind == "Class"
      || outer.kind == "Extension" && outer.children.dropFirst().first?.kind == "Class"
  }

  /// The name of a declaration.
  private var name: String {
    switch kind {
    case "Allocator", "Constructor": return "init"
    case "Destructor", "Deallocator", "IsolatedDeallocator": return "deinit"
    case "Subscript": return "subscript"
    default:
      let names: Set<Substring> = [
        "Identifier", "InfixOperator", "PrefixOperator", "PostfixOperator", "PrivateDeclName",
        "LocalDeclName",
      ]
      let found = children.dropFirst().first { names.contains($0.kind) }
      return found.map { $0.text.isEmpty ? $0.children.last?.text ?? "" : $0.text } ?? ""
    }
  }

  /// Reads the lines of one tree, each of which is indented by its depth.
  init(_ lines: ArraySlice<Substring>) {
    var open: [Node] = []
    func close(to depth: Int) {
      while open.count > max(1, depth) {
        let last = open.removeLast()
        open[open.count - 1].children.append(last)
      }
    }
    for line in lines {
      let words = line.drop { $0 == " " }
      close(to: (line.utf8.count - words.utf8.count) / 2)
      let parts = words.split(separator: ", ", maxSplits: 1)
      let text = parts.dropFirst().first.map { $0.hasPrefix("text=\"") ? $0.dropFirst(6).dropLast() : "" }
      open.append(Node(kind: (parts.first ?? "").dropFirst(5), text: String(text ?? "")))
    }
    close(to: 1)
    self = open.first ?? Node(kind: "", text: "")
  }

  private init(kind: Substring, text: String) {
    self.kind = kind
    self.text = text
  }
}

extension Entity {
  /// Reads the trees that `swift-demangle -tree-only` prints: nil for a symbol that belongs to no
  /// declaration, and no entry for one that cannot be read.
  static func read(_ output: String) -> [String: Entity?] {
    let lines = output.split(separator: "\n")
    let start = "Demangling for "
    let heads = lines.indices.filter { lines[$0].hasPrefix(start) }
    var entities: [String: Entity?] = [:]
    for (head, next) in zip(heads, heads.dropFirst() + [lines.endIndex]) {
      let tree = lines[(head + 1)..<next].filter { $0.contains("kind=") }
      if tree.isEmpty { continue }
      entities[String(lines[head].dropFirst(start.count))] = .some(Node(tree[...]).entity)
    }
    return entities
  }
}
