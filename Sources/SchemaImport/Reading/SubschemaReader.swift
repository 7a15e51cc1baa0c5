import SchemaContent
import SchemaDocuments
import SchemaEncoding
import SchemaPatterns
import SchemaText

/// Reads the schemas of a document, each once, and notes what cannot be stated to a model.
struct SubschemaReader {
  var library: SchemaLibrary
  let draft: SchemaDraft
  /// The schema that is imported, whose references lead into it as if it were a document.
  let root: Int
  /// The resource in which the schema that is imported stands, if it is a part of a document.
  let outerResource: Int?
  var log = ImportLog()
  /// The schemas that were read, by the numbers of their values.
  private var known: [Subschema?]
  private var misspelling = Misspelling()
  /// The members of the values of keywords, by the numbers of these.
  private var memberLists: [Int: [(name: String, node: Int)]] = [:]
  /// The patterns of the document by their sources.
  private var patterns: [ExactText: SchemaPattern] = [:]

  init(_ library: SchemaLibrary, draft: SchemaDraft, root: Int) {
    var library = library
    outerResource = root > 0 ? library.addPart(root) : nil
    self.library = library
    self.draft = draft
    self.root = root
    known = [Subschema?](repeating: nil, count: library.tree.values.count)
  }

  var document: DocumentTree { library.tree }

  /// The schema at a number.
  mutating func schema(_ node: Int) throws(SchemaImportError) -> Subschema {
    if node >= known.count {
      // A reference has added a document.
      known += Array(repeating: nil, count: document.values.count - known.count)
    }
    if let schema = known[node] { return schema }
    var schema = Subschema(node: node, capacity: document.children(of: node).count)
    switch document.shape(node) {
    case .bool: schema.allowsNothing = document.boolean(node) == false
    case .object: try read(&schema)
    default:
      throw fault(
        .invalidKeyword, node, "A schema has to be an object, true or false.",
        "Put a schema here.")
    }
    known[node] = schema
    return schema
  }

  /// An error at a value of the document.
  func fault(
    _ rule: ImportRule, _ node: Int, _ problem: String, _ remedy: String
  ) -> SchemaImportError {
    let place = document.uri(of: node).map { "In '\($0)': " } ?? ""
    var error = SchemaImportError(
      rule, at: document.path(to: node), problem: place + problem, remedy: remedy)
    error.node = node
    return error
  }

  private mutating func read(_ schema: inout Subschema) throws(SchemaImportError) {
    let draft = library.resources[library.resource(of: schema.node)].vocabulary.draft
    let isReference =
      draft.ignoresSiblingsOfReference
      && document.string(.reference, of: schema.node) != nil
    for child in document.children(of: schema.node) {
      guard let keyword = document.values[child].keyword else {
        noteUnknown(document.name(of: child), child)
        continue
      }
      switch keyword.role {
      case .identity: break
      case .annotation:
        log.count(
          .annotation, at: child, keyword.rawValue,
          "'\(keyword.rawValue)' does not affect which values are valid, and is left out.")
        continue
      case .unstated:
        if !isReference { try readUnstated(keyword, child, &schema) }
        continue
      case .constraint, .combination:
        if isReference, keyword != .reference {
          log.count(
            .besideReference, at: child, keyword.rawValue,
            "'\(keyword.rawValue)' is next to '$ref', where draft \(draft.rawValue) ignores it.")
          continue
        }
      }
      schema.append(keyword, child)
    }
  }

  private mutating func noteUnknown(_ name: String, _ node: Int) {
    if let meant = misspelling.keyword(for: name) {
      log.add(
        .misspelling, at: node, name, "'\(name)' is not a keyword, and probably means '\(meant)'.",
        remedy: "Write '\(meant)'.")
    } else {
      log.count(.unknownKeyword, at: node, name, "'\(name)' is not a keyword, and is left out.")
    }
  }

  /// The members of the value of a keyword, which are read once.
  mutating func members(
    _ node: Int, _ keyword: Keyword
  ) throws(SchemaImportError) -> [(name: String, node: Int)] {
    if let known = memberLists[node] { return known }
    guard document.shape(node) == .object else { throw mismatch(node, keyword, "an object") }
    let members = document.children(of: node).map { (name: document.name(of: $0), node: $0) }
    memberLists[node] = members
    return members
  }

  /// A pattern, or `nil` with a warning if it cannot be read.
  mutating func pattern(_ source: String, _ node: Int, _ keyword: Keyword) -> SchemaPattern? {
    if let known = patterns[ExactText(source)] { return known }
    do {
      let pattern = try SchemaPattern(ecma: source)
      patterns[ExactText(source)] = pattern
      return pattern
    } catch {
      log.add(
        .pattern, at: node, keyword.rawValue, "The regular expression cannot be read: \(error)",
        remedy: "Correct it; JSON Schema uses the syntax of ECMA-262 with the flag u.")
      return nil
    }
  }

  // MARK: What is not stated

  /// Notes a keyword that is left out, unless it excludes nothing.
  private mutating func readUnstated(
    _ keyword: Keyword, _ node: Int, _ schema: inout Subschema
  ) throws(SchemaImportError) {
    switch keyword {
    case .not:
      schema.allowsNothing = allowsEverything(node)
      if schema.allowsNothing || document.boolean(node) == false { return }
    case .uniqueItems: if try !boolean(node, keyword) { return }
    case .minContains, .maxContains:
      // They belong to `contains`, which is noted itself.
      _ = try count(node, keyword)
      return
    case .contains:
      let minimum = document.member(.minContains, of: schema.node)
      if let minimum, document.member(.maxContains, of: schema.node) == nil,
        document.count(minimum) == 0
      {
        return
      }
    default: if allowsEverything(node) { return }
    }
    let name = keyword.rawValue
    log.add(
      Self.rule(of: keyword), at: node, name,
      "'\(name)' is checked by the validator, not stated to the model.",
      remedy: "Validate answers against the document.")
  }

  private static func rule(of keyword: Keyword) -> ImportRule {
    switch keyword {
    case .not: .not
    case .contains: .contains
    case .uniqueItems: .uniqueItems
    case .propertyNames: .propertyNames
    case .unevaluatedItems, .unevaluatedProperties: .unevaluated
    default: .dependencies
    }
  }

  /// Whether a schema is `false` or excludes everything by `not`.
  mutating func allowsNothing(_ node: Int) throws(SchemaImportError) -> Bool {
    try schema(node).allowsNothing
  }

  /// Whether one of several schemas excludes everything.
  mutating func allowsNothing(
    _ conjuncts: [Place.Conjunct]
  ) throws(SchemaImportError) -> Bool {
    for conjunct in conjuncts where try allowsNothing(conjunct.node) { return true }
    return false
  }

  /// Whether a schema is `true` or `{}`.
  func allowsEverything(_ node: Int) -> Bool {
    document.boolean(node) == true
      || document.shape(node) == .object && document.children(of: node).isEmpty
  }
}
