import Foundation
import Synchronization

/// Decides from the compiler's output what an answer may use and define.
///
/// An object file names each function that its code calls, however the source is spelled. The tests are
/// compiled against the answer's module, so their object file names each declaration of the answer that they
/// would use. A declaration that the stub does not have means that the answer has replaced something of the
/// tests.
package final class Inspection: Sendable {
  /// What an untouched exercise and its tests define and use.
  package struct Reference: Sendable {
    /// Symbols that an answer has in common with the stub, and those of the tests; none of them needs a look.
    let answer: Set<ObjectFile.Symbol>
    let tests: Set<ObjectFile.Symbol>
    /// The types of the stub by their paths, and the protocols to which each conforms.
    let types: [String: Set<String>]
    /// The paths of its functions and variables.
    let members: Set<String>
    /// The functions that the compiler makes, which the tests rely on, by their symbols.
    let derived: [String: ObjectFile.Code]
    /// The functions with which its types conform to a protocol that compares or lists them.
    let witnesses: [String: ObjectFile.Code]
    /// What the tests use of their own support and of the test library.
    let support: Set<String>
  }

  private let tools: Toolchain
  private let folder: URL
  private let known = Mutex<[String: Entity?]>([:])
  private let references = Mutex<[String: Reference]>([:])

  /// `folder` is for files between two programs.
  init(_ tools: Toolchain, in folder: URL) {
    self.tools = tools
    self.folder = folder
  }

  /// What an untouched exercise and its tests define and use, read once.
  package func reference(module: String, answer: [String], tests: [String]) throws -> Reference {
    if let known = references.withLock({ $0[module] }) { return known }
    let reference = try read(module, answer, tests)
    references.withLock { $0[module] = reference }
    return reference
  }

  /// Reads the objects of an untouched exercise, and those of its tests.
  private func read(_ module: String, _ answer: [String], _ tests: [String]) throws -> Reference {
    let objects = answer
    let (answer, tests) = (try ObjectFile(answer, with: tools), try ObjectFile(tests, with: tools))
    let entities = try entities(answer.defined.union(tests.undefined))
    var types: [String: Set<String>] = [:]
    var members: Set<String> = []
    var (derived, witnesses): ([String], [String]) = ([], [])
    for name in answer.defined {
      guard let entity = entities[name] ?? nil, entity.home == module else { continue }
      switch entity.kind {
      case .type: types[entity.text, default: []].formUnion([])
      case .conformance(let conformed, _):
        types[entity.text, default: []].insert(conformed)
        if name.hasSuffix("TW"), !Inspection.isPrivate(name), Inspection.relied.contains(conformed) {
          witnesses.append(name)
        }
      case .member:
        if !entity.isCase { members.insert(entity.text) }
        // The tests cannot use a private type, so an answer may change or drop it.
        if !Inspection.isPrivate(name),
          Inspection.derived.contains(entity.name) || entity.labels.contains("rawValue")
        {
          derived.append(name)
        }
      }
    }
    func code(_ names: [String]) throws -> [String: ObjectFile.Code] {
      try objects.reduce(into: [:]) { code, object in
        code.merge(try ObjectFile.code(of: names, in: object, with: tools)) { $1 }
      }
    }
    let support = tests.undefined.filter { name in
      (entities[name] ?? nil).map(Inspection.isSupport) ?? false
    }
    // A learner's tests are compiled against the answer: what it adds is not part of the stub.
    let known = tests.symbols.filter { symbol in
      guard symbol.isUndefined, let entity = entities[symbol.name] ?? nil else { return true }
      return entity.module != module || entity.kind != .member || entity.isCase
        || members.contains(entity.text)
    }
    return Reference(
      answer: answer.symbols, tests: known, types: types,
      members: members, derived: try code(derived),
      witnesses: try code(witnesses), support: support)
  }

  /// Whether a mangled name has the mark of a private declaration.
  private static func isPrivate(_ name: String) -> Bool { name.contains(/33_[0-9A-F]{32}LL/) }

  // MARK: - The answer

  /// Why an answer with these texts and this object may not be run, and what its reader should look at: one
  /// for each symbol.
  func refusals(
    module: String, object: String, texts: [String], _ reference: Reference
  ) throws -> [Finding] {
    let file = try ObjectFile([object], with: tools)
    let new = file.symbols.subtracting(reference.answer).sorted { $0.name < $1.name }
    let entities = try entities(Set(new.map(\.name)))
    let code = try ObjectFile.code(
      of: Array(reference.derived.keys) + Array(reference.witnesses.keys), in: object, with: tools)
    // A type of the stub may get more parts. Then a witness has other code, and calls what it called.
    let changed =
      reference.derived.filter { code[$0]?.bytes != $1.bytes }.keys.sorted()
      + reference.witnesses.filter { name, before in
        before.calls.isEmpty
          ? code[name]?.bytes != before.bytes : !before.calls.isSubset(of: code[name]?.calls ?? [])
      }.keys.sorted()
    let changes = changed.map { symbol in
      // The compiler has no line for what it makes.
      Finding(
        symbol: "", verb: "changes", name: readable(symbol),
        reason: "which the compiler makes from the stub's declaration: leave that as it was given")
    }
    let used = new.filter(\.isUndefined).compactMap { entities[$0.name] ?? nil }
    let hidden = texts.lazy.compactMap { Allowed.hidden(in: $0, using: used, module: module) }.first
    let call = hidden.map { entity, call in
      Finding(
        symbol: "", verb: "uses", name: "\(call) of \(entity.path[0])",
        reason: "which reaches outside the answer or tells it who runs it: no exercise needs it")
    }
    return [Inspection.refusal(ofSections: file), call].compactMap(\.self)
      + new.compactMap { refusal(of: $0, entities, module, reference) } + changes
      + remarks(new, entities, texts)
  }

  /// What is allowed and not explored, once for each type.
  private func remarks(
    _ symbols: [ObjectFile.Symbol], _ entities: [String: Entity?], _ texts: [String]
  ) -> [Finding] {
    var seen: Set<String> = []
    return symbols.filter(\.isUndefined).compactMap { symbol in
      let entity = entities[symbol.name] ?? nil
      let what = Allowed.remark(onC: symbol.name, texts)
      guard let reason = what.map({ _ in "which is not explored" }) ?? entity.flatMap(Allowed.remark),
        seen.insert(what ?? entity?.path.first ?? "").inserted
      else { return nil }
      return Finding(
        symbol: symbol.name, verb: "uses", name: what ?? entity?.path[0], reason: reason, isRemark: true)
    }
  }

  /// Whether some accesses to memory are hidden from the instrumentation.
  func isPartlyUnseen(_ object: String) throws -> Bool {
    try ObjectFile([object], with: tools).undefined.contains { $0.hasPrefix("__tsan_ignore") }
  }

  /// Why an answer that was compiled without instrumentation may not be run: it calls what only the compiler
  /// calls.
  func refusal(uninstrumented object: String) throws -> Finding? {
    let name = try ObjectFile([object], with: tools).undefined.sorted().first { $0.hasPrefix("__tsan_") }
    return name.map {
      Finding(symbol: $0, verb: "uses", reason: "which hides accesses from the tests: no answer needs it")
    }
  }

  private func refusal(
    of symbol: ObjectFile.Symbol, _ entities: [String: Entity?], _ module: String, _ reference: Reference
  ) -> Finding? {
    func refusal(_ verb: String, _ reason: String?, _ name: String? = nil) -> Finding? {
      reason.map { Finding(symbol: symbol.name, verb: verb, name: name, reason: $0) }
    }
    guard symbol.name.hasPrefix("$s") else {
      if symbol.isUndefined { return refusal("uses", Allowed.objection(toC: symbol.name, module: module)) }
      guard symbol.isStrong || symbol.place == "i" else { return nil }
      return refusal("defines", "a name outside of its module: remove the attribute that gives it")
    }
    guard let known = entities[symbol.name] else {
      guard symbol.isUndefined || symbol.isStrong else { return nil }
      return refusal("names", "which the compiler does not make: remove the attribute that gives it")
    }
    guard let entity = known else { return nil }
    if symbol.isUndefined { return refusal("uses", Allowed.objection(to: entity, module: module)) }
    if symbol.isStrong, entity.module != module {
      return refusal("defines", "which belongs to \(entity.module): give it a name of its own")
    }
    switch entity.kind {
    case .type: return nil
    case .conformance(let name, let ofModule):
      guard entity.module == module, ofModule != module, entity.home != module,
        !Inspection.harmlessProtocols.contains(name)
      else { return nil }
      return refusal(
        "makes", "conform to \(name), though it is not a type of the answer: declare a type for it",
        entity.text)
    case .member:
      let type = entity.path.dropLast().joined(separator: ".")
      guard entity.home == module, !reference.members.contains(entity.text),
        let protocols = reference.types[type]
      else { return nil }
      // An operation inherits its way of being compared.
      let inherits = entity.isInClass && ["==", "!=", "isEqual", "hash", "hashValue"].contains(entity.name)
      guard inherits || Inspection.comparing[entity.name].map(protocols.contains) ?? false else { return nil }
      return refusal(
        "defines", "though the tests compare such values: write a function with another name", entity.text)
    }
  }

  /// What the compiler makes for an enumeration.
  private static let derived: Set = ["allCases", "rawValue"]
  /// The protocols by which the tests compare and list values.
  private static let relied: Set = ["Equatable", "Comparable", "CaseIterable", "RawRepresentable"]

  private static let harmlessProtocols: Set = ["Error", "LocalizedError", "Sendable", "Identifiable"]
  /// The protocol in whose name the tests call an operator.
  private static let comparing = [
    "==": "Equatable", "!=": "Equatable", "~=": "Equatable", "<": "Comparable", ">": "Comparable",
    "<=": "Comparable", ">=": "Comparable",
  ]

  // MARK: - Attributes and sections

  /// The attributes of declarations that answers may have, as the compiler names them.
  private static let attributes: Set<Substring> = [
    "access_control", "available", "borrowing", "concurrent", "consuming", "convenience", "custom",
    "discardable_result", "dynamic_callable", "dynamic_member_lookup", "final", "frozen",
    "implicit_self_capture", "indirect", "infix", "inlinable", "isolated", "lazy", "mutating", "nonisolated",
    "nonmutating", "nonsendable", "override", "postfix", "preconcurrency", "prefix", "property_wrapper",
    "reference_ownership", "required", "result_builder", "rethrows", "safe", "sendable", "setter_access",
    "unsafe", "usable_from_inline", "warn_unqualified_access",
  ]

  /// Whether a text may have other attributes; most answers have only these.
  static func mayHaveAttributes(_ text: String) -> Bool {
    let common: Set<Substring> = ["Sendable", "escaping", "unchecked", "discardableResult", "autoclosure"]
    return text.contains(/\bunsafe\b(?!\))/.wordBoundaryKind(.simple))
      || text.matches(of: /@\s*(\w*)/).contains { !common.contains($0.1) }
  }

  /// Why an answer with these declarations is not compiled; nil if it may.
  ///
  /// Other attributes place code or data where it runs before the tests, give it the name of another
  /// function, or make it part of the tests.
  static func refusal(ofDeclarations dump: ProgramResult) -> Finding? {
    for line in dump.output.split(separator: "\n") {
      // With this mark the compiler is silent about what is not safe.
      if line.contains(/[(=]unsafe_expr type=/) {
        return Finding(
          symbol: "", verb: "has", name: "unsafe", reason: "a mark that no exercise needs: remove it")
      }
      guard let kind = line.prefixMatch(of: /^ *\((\w+)_attr\b/)?.1, !attributes.contains(kind),
        kind != "inline" || !line.contains(" kind=never)")
      else { continue }
      // A text may say that its lines are in another file.
      let place = line.firstMatch(of: /\brange=\[(?:[^\]]*\/)?([^\]\/]+?:\d+):/)?.1
      return Finding(
        symbol: "", verb: "has", name: "@\(kind)",
        reason: "an attribute that no exercise needs: remove it", line: place.map(String.init))
    }
    return dump.wasCut
      ? Finding(symbol: "", verb: "has", name: "declarations", reason: "of which not all could be read") : nil
  }

  private static func refusal(ofSections file: ObjectFile) -> Finding? {
    let known =
      /\.(?:text|rodata|data|bss|tdata|tbss|eh_frame|note|symtab|strtab|shstrtab|rela?|group|comment|debug_|llvm|swift1_autolink_entries|swift_modhash|linker-options|gcc_except_table)\S*|(?:\.rela)?swift5_(?:protocols|protocol_conformances|type_metadata|type_metadata_2|typeref|fieldmd|assocty|capture|reflstr|builtin|mpenum|accessible_functions|runtime_compat)/
    // The thread sanitizer adds one function that runs before the program.
    let sanitizer = file.symbols.contains { $0.name == "tsan.module_ctor" && !$0.isStrong }
    let added = sanitizer ? [".init_array.0": 8, ".rela.init_array.0": 24] : [:]
    let other = file.sections.keys.sorted().first { name in
      name.contains("_array") ? file.sections[name] != added[name] : name.wholeMatch(of: known) == nil
    }
    return other.map {
      Finding(
        symbol: "", verb: "has", name: $0,
        reason: "a section that no answer needs: remove the attribute that names it")
    }
  }

  // MARK: - The tests

  /// Why the tests cannot be trusted when they are compiled against an answer; nil if they can.
  package func refusal(module: String, tests objects: [String], _ reference: Reference) throws -> Finding? {
    let file = try ObjectFile(objects, with: tools)
    let missing = reference.support.subtracting(file.undefined).sorted()
    let old = Set(reference.tests.map(\.name))
    let new = file.symbols.filter { !old.contains($0.name) && $0.name.hasPrefix("$s") }
    let entities = try entities(Set(new.map(\.name) + missing))
    if let name = missing.first, let entity = entities[name] ?? nil {
      return Finding(
        symbol: "", verb: "replaces", name: entity.name, reason: "which the tests use: give it another name")
    }
    for symbol in new.sorted(by: { $0.name < $1.name }) {
      guard let entity = entities[symbol.name] ?? nil else { continue }
      if case .conformance(let name, let ofModule) = entity.kind, symbol.isUndefined, ofModule != module,
        entity.module == module
      {
        return Finding(
          symbol: "", verb: "makes", name: entity.text,
          reason: "conform to \(name), and the tests use that: write a function instead")
      }
      guard entity.kind == .member else { continue }
      let isAnswers = entity.module == module
      // What the tests define themselves, and what is part of the stub.
      if isAnswers ? reference.members.contains(entity.text) : !symbol.isUndefined { continue }
      // A class of the stub may override what it inherits.
      let type = entity.path.dropLast().joined(separator: ".")
      if isAnswers, entity.home == module, entity.isInClass, reference.types[type] != nil,
        Allowed.overriding.contains(entity.name)
      {
        continue
      }
      if entity.module == "\(module)Tests" { continue }
      // What a class of the stub overrides, and the same class of the answer inherits.
      if symbol.isUndefined, entity.module == "MiniOperations", entity.path.first == "MiniOperation",
        Allowed.overriding.contains(entity.name)
      {
        continue
      }
      return Finding(
        symbol: symbol.name, verb: isAnswers ? "declares" : "makes the tests use",
        reason: isAnswers
          ? "and the tests use that name for something else: give it another one"
          : "which they do not use with the stub: does a type or an alias have a name that they use?")
    }
    return nil
  }

  private static func isSupport(_ entity: Entity) -> Bool {
    entity.kind == .member && ["ExerciseSupport", "Testing"].contains(entity.module)
  }

  // MARK: - Names

  /// The declarations that mangled names belong to.
  private func entities(_ names: Set<String>) throws -> [String: Entity?] {
    let open = known.withLock { known in names.filter { $0.hasPrefix("$s") && known[$0] == nil } }
    if !open.isEmpty {
      let list = folder.appending(path: "names-\(UInt64.random(in: 0 ... .max))")
      defer { try? FileManager.default.removeItem(at: list) }
      try Files.write(open.sorted().joined(separator: "\n") + "\n", to: list)
      let read = Entity.read(try tools.run("swift-demangle", ["-tree-only"], input: list))
      known.withLock { $0.merge(read) { $1 } }
    }
    return known.withLock { known in known.filter { names.contains($0.key) } }
  }

  /// A symbol as it is written in Swift.
  func readable(_ symbol: String) -> String {
    guard symbol.hasPrefix("$s") else { return symbol }
    let text = try? tools.run("swift-demangle", ["-compact", "-simplified", symbol])
    return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? symbol
  }

  /// The line of a source file at which code uses or defines a symbol, from an object with line tables.
  func line(of symbol: String, in object: String) -> String? {
    guard
      let text = try? tools.run(
        "llvm-objdump", ["--disassemble", "--reloc", "--line-numbers", "--no-show-raw-insn", object])
    else { return nil }
    var place: String?
    var isInside = false
    for line in text.split(separator: "\n") {
      if let match = line.firstMatch(of: /^; (\S.*\.swift:\d+)/) { place = String(match.1) }
      if line.hasSuffix(">:") { (place, isInside) = (nil, line.hasSuffix("<\(symbol)>:")) }
      let isUse = line.contains("R_") && line.contains("\t\(symbol)") || isInside
      if isUse, let place, !place.hasSuffix(":0") {
        return place.split(separator: "/").last.map(String.init)
      }
    }
    return nil
  }
}

/// Why an answer is not run, or what its reader should look at.
package struct Finding: Sendable {
  /// The mangled name; empty if the refusal is not about one.
  let symbol: String
  /// What the answer does with it.
  let verb: String
  /// The name to show, if it is not the symbol's.
  var name: String?
  /// The rest of the sentence, with advice.
  let reason: String
  /// The place.
  var line: String?
  /// Whether the answer is run nevertheless: its reader should look at it.
  package var isRemark = false
}
