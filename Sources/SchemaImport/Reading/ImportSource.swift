import IndexedTables
import SchemaDocuments
import SchemaEncoding
import SchemaFormats

/// The document that is imported: its schemas, and the notes on them.
///
/// A keyword with a wrong value is an error. If the keyword applies only to types that the schema
/// does not accept, the keyword has no effect instead.
///
/// All steps of an import share one source, because schemas are read once and all notes are in one
/// log. Only the methods in this file change the state.
final class ImportSource {
  private var library: SchemaLibrary
  private var log = ImportLog()
  private var lists = ScalarLists()
  private var patterns: PatternTable
  /// The schemas that were checked, and whose keywords that cannot be stated were noted.
  private var checked: IndexedTable<ValueID, SchemaObject?>

  init(_ library: consuming SchemaLibrary) {
    patterns = PatternTable(documentSize: library.tree.valueCount)
    checked = IndexedTable(repeating: nil, for: library.tree.indices)
    self.library = library
  }

  var document: DocumentTree { library.tree }

  // MARK: Schemas

  /// The schema at a value.
  ///
  /// The first call for a schema notes the keywords that cannot be stated.
  func schema(_ id: SchemaID) throws(SchemaImportError) -> SchemaObject {
    if id.node < checked.endIndex, let object = checked[id.node] { return object }
    let object = library.object(at: id)
    if object.form == .notSchema {
      throw fault(
        .invalidKeyword, id.node, "A schema has to be an object, true or false.",
        "Put a schema here.")
    }
    try check(object)
    noteKeywords(of: object)
    // A reference may have added a document.
    checked.append(contentsOf: repeatElement(nil, count: document.valueCount - checked.count))
    checked[id.node] = object
    return object
  }

  /// Returns a schema that may not apply, without a check: its faults are not errors, and nothing
  /// is noted.
  func unchecked(_ id: SchemaID) -> SchemaObject { library.object(at: id) }

  /// Returns `true` if a schema is `false` or excludes everything by `not`.
  func allowsNothing(_ id: SchemaID) throws(SchemaImportError) -> Bool {
    let object = try schema(id)
    return allowsNothing(object)
  }

  func allowsNothing(_ object: SchemaObject) -> Bool {
    object.form == .never || object.schema(.not).map { allowsEverything($0) } ?? false
  }

  /// Returns `true` if one of several schemas excludes everything.
  func allowsNothing(
    _ conjuncts: [Place.Conjunct]
  ) throws(SchemaImportError) -> Bool {
    for conjunct in conjuncts where try allowsNothing(conjunct.schema) { return true }
    return false
  }

  /// The rule for properties that occur together, if a keyword states one and nothing else.
  func presenceRule(
    of member: SchemaObject.Member, within budget: inout WorkBudget
  ) -> PresenceRule? {
    library.presenceRule(of: member, within: &budget)
  }

  /// The rule for properties that occur together, if an object schema states one and nothing else.
  func presenceRule(
    ofSchema schema: SchemaID, within budget: inout WorkBudget
  ) -> PresenceRule? {
    library.presenceRule(ofSchema: schema, within: &budget)
  }

  /// The rule that `if` states with `then` and `else`, if they concern only the presence of
  /// properties.
  func presenceRule(
    ofConditionOf schema: SchemaObject, within budget: inout WorkBudget
  ) -> PresenceRule? {
    library.presenceRule(ofConditionOf: schema, within: &budget)
  }

  /// The discriminator of a union, if it decides between the alternatives.
  func discriminator(
    of object: SchemaObject, over alternatives: SchemaList
  ) -> UnionDiscriminator? {
    library.discriminator(of: object, over: alternatives)
  }

  func allowsEverything(_ id: SchemaID) -> Bool { document.allowsEverything(id.node) }

  // MARK: Faults

  func fault(
    _ rule: ImportRule, _ node: ValueID, _ problem: String, _ remedy: String
  ) -> SchemaImportError {
    located(faultWithoutPath(rule, node, problem, remedy))
  }

  /// An error at a value of the document, without the path.
  ///
  /// Such an error may become a note, and a path takes memory in proportion to the depth.
  func faultWithoutPath(
    _ rule: ImportRule, _ node: ValueID, _ problem: String, _ remedy: String
  ) -> SchemaImportError {
    var error = SchemaImportError(
      rule, at: SchemaPath(), problem: document.prefix(forProblemAt: node) + problem, remedy: remedy
    )
    error.node = node
    return error
  }

  /// An error with the path of its value of the document.
  func located(_ error: SchemaImportError) -> SchemaImportError {
    guard let node = error.node else { return error }
    var error = error
    error.path = document.path(to: node)
    return error
  }

  /// Checks the keywords of a schema that apply to values of some types.
  func check(_ object: SchemaObject, for types: ValueTypes) throws(SchemaImportError) {
    for fault in object.faults where !fault.keyword.rule.types.isDisjoint(with: types) {
      throw error(fault)
    }
  }

  /// Checks the keywords of a schema that apply to values of all types, and the keywords that are
  /// not stated.
  private func check(_ object: SchemaObject) throws(SchemaImportError) {
    for fault in object.faults {
      if fault.keyword.rule.types == .all { throw error(fault) }
      if !fault.keyword.rule.isStated { throw error(fault) }
    }
    for member in object.members {
      switch (member.keyword, member.value) {
      case (.allOf, .schemas(let list)), (.anyOf, .schemas(let list)),
        (.oneOf, .schemas(let list)):
        guard list.isEmpty else { continue }
        throw fault(
          .invalidKeyword, member.node,
          "'\(member.keyword.rawValue)' has to hold at least one schema.",
          "Add a schema, or remove the keyword.")
      case (.enum, .values(let values)) where values.isEmpty:
        throw fault(
          .invalidKeyword, member.node, "'enum' has to list at least one value.",
          "Add a value, or remove the keyword.")
      default: break
      }
    }
  }

  private func error(_ fault: KeywordFault) -> SchemaImportError {
    self.fault(.invalidKeyword, fault.node, fault.sentence, fault.remedy)
  }

  // MARK: Notes

  /// Notes a problem at a value of the document, once.
  func note(
    _ rule: ImportRule, at node: ValueID, _ keyword: Keyword, _ problem: String,
    remedy: String? = nil
  ) {
    log.note(rule, at: node, keyword.rawValue, problem, remedy: remedy)
  }

  /// Notes a constraint at a value of the document that the schema does not state, once.
  func note(_ rule: ImportRule, at node: ValueID, _ constraint: UnstatedConstraint, remedy: String)
  {
    log.note(rule, at: node, constraint, remedy: remedy)
  }

  /// Notes that not all schemas of a value are stated.
  func noteTooMuch(at schema: SchemaID) {
    note(
      .combination, at: schema.node, UnstatedConstraint(.allOf, .tooManySchemas),
      remedy: "Combine them in the document.")
  }

  /// Notes a keyword that is left out, at its first place, and counts the further places.
  func count(
    _ rule: ImportRule, at node: ValueID, _ keyword: Keyword, _ problem: @autoclosure () -> String
  ) {
    log.count(rule, at: node, keyword.rawValue, problem())
  }

  /// The problems that were noted, with positions if there is a text.
  func diagnostics(text: [UInt8]?) -> [ImportDiagnostic] {
    log.diagnostics(in: document, text: text)
  }

  /// Notes the keywords of a schema that are not stated.
  private func noteKeywords(of object: SchemaObject) {
    for keyword in object.unknown { noteUnknown(keyword) }
    for member in object.ignored {
      let name = member.keyword.rawValue
      count(
        .besideReference, at: member.node, member.keyword,
        "'\(name)' is next to '$ref', where draft \(object.draft.shortName) ignores it.")
    }
    for member in object.otherDrafts {
      let name = member.keyword.rawValue
      count(
        .unknownKeyword, at: member.node, member.keyword,
        "Draft \(object.draft.shortName) has no '\(name)', so its validators ignore it, and it is "
          + "left out.")
    }
    for member in object.members {
      let rule = member.keyword.rule
      // The translation notes rules of cases itself, when it knows whether it states them.
      if !rule.isStated, member.keyword != .unevaluatedProperties, !member.keyword.isCaseRule,
        !isTerm(member.keyword, of: object)
      {
        noteUnstated(member, of: object)
      }
      guard rule.purpose == .annotation, !isTold(member.keyword, of: object),
        !isDecided(by: member, of: object)
      else { continue }
      let name = member.keyword.rawValue
      count(
        .annotation, at: member.node, member.keyword,
        "'\(name)' does not affect which values are valid, and is left out.")
    }
  }

  /// Returns `true` if a keyword is a discriminator that decides between alternatives.
  private func isDecided(by member: SchemaObject.Member, of object: SchemaObject) -> Bool {
    guard member.keyword == .discriminator else { return false }
    return [Keyword.anyOf, .oneOf].contains { keyword in
      object.list(keyword).map { discriminator(of: object, over: $0) != nil } ?? false
    }
  }

  /// Returns `true` if a keyword that does not constrain values is told in the description.
  private func isTold(_ keyword: Keyword, of object: SchemaObject) -> Bool {
    keyword.isContentKeyword && object.types.map { ValueTypes($0).contains(.string) } != false
  }

  private func noteUnknown(_ keyword: UnknownKeyword) {
    let (name, node) = (keyword.name, keyword.node)
    if let meant = keyword.meant {
      log.note(
        .misspelling, at: node, name,
        "'\(name.excerpt)' is not a keyword, and probably means '\(meant)'.",
        remedy: "Write '\(meant)'.")
    } else {
      log.count(
        .unknownKeyword, at: node, name, "'\(name.excerpt)' is not a keyword, and is left out.")
    }
  }

  /// Notes a keyword that is left out, if it excludes some values.
  func noteUnstated(_ member: SchemaObject.Member, of object: SchemaObject) {
    guard let rule = exclusionRule(of: member, in: object) else { return }
    note(
      rule, at: member.node, UnstatedConstraint(member.keyword, .noForm),
      remedy: "Validate answers against the document.")
  }

  /// The rule of notes on a keyword that is left out; `nil` if the keyword excludes nothing, or
  /// another keyword's note covers it.
  func exclusionRule(
    of member: SchemaObject.Member, in object: SchemaObject
  ) -> ImportRule? {
    let excludesNothing = allowsEverything(SchemaID(member.node))
    switch member.keyword {
    case .not: return excludesNothing || document.boolean(member.node) == false ? nil : .not
    case .uniqueItems: return object.flag(.uniqueItems) ? .uniqueItems : nil
    case .contains:
      return object.count(.minContains) == 0 && object[.maxContains] == nil ? nil : .contains
    // These keywords belong to `contains`.
    case .minContains, .maxContains: return nil
    case .propertyNames: return excludesNothing ? nil : .propertyNames
    case .unevaluatedItems, .unevaluatedProperties: return excludesNothing ? nil : .unevaluated
    default: return excludesNothing ? nil : .dependencies
    }
  }

  // MARK: References

  /// The schemas that a schema refers to.
  ///
  /// A reference with several possible targets gives a warning and no schema.
  func targets(of object: SchemaObject) throws(SchemaImportError) -> [SchemaID] {
    var targets: [SchemaID] = []
    for reference in object.references {
      if let target = try target(of: reference) { targets.append(target) }
    }
    return targets
  }

  private func target(
    of reference: SchemaObject.Reference
  ) throws(SchemaImportError) -> SchemaID? {
    let keyword = reference.keyword
    if let anchor = reference.dynamicAnchor, library.dynamicAnchors[anchor, default: []].count > 1 {
      note(
        .dynamicReference, at: reference.node, keyword,
        "'\(keyword.rawValue)' has several possible targets, so any value is accepted.",
        remedy: "Use '$ref' to refer to one schema.")
      return nil
    }
    switch reference.target {
    case .value(let target, _): return SchemaID(target)
    case .outer(let target):
      note(
        .outerReference, at: reference.node, keyword,
        "'\(reference.text.excerpt)' has no target within the schema's own '$id', and was looked "
          + "up from the root.",
        remedy: "Write the reference relative to the '$id' that encloses it.")
      return SchemaID(target)
    case .unknownDocument(let uri):
      let other = uri == reference.text ? "document" : "document, '\(uri.excerpt)'"
      throw fault(
        .remoteReference, reference.node,
        "'\(reference.text.excerpt)' refers to another \(other), which is not fetched.",
        "Copy the target into '$defs'\(OptionAdvice.remotes.text)")
    case .nothing:
      throw fault(
        .invalidReference, reference.node,
        "'\(reference.text.excerpt)' has no target in this document.",
        "Correct the reference, or add the target.")
    }
  }

  // MARK: Names

  /// The name of a definition: the nearest name above it, with a number for an element of an array.
  ///
  /// Without such a name, the name is the name of its resource, or "Schema".
  func definitionName(of schema: SchemaID) -> String {
    let node = schema.node
    var place = node
    while let parent = document.parent(of: place) {
      let name = document.name(of: place)
      if !name.isEmpty {
        let isElement = document.parent(of: node).map(document.shape) == .array
        return isElement ? "\(name) \(document.index(of: node) + 1)" : name
      }
      place = parent
    }
    return resourceName(of: schema) ?? "Schema"
  }

  /// The name that the URI of a resource gives its root, such as `item` for `…/item.json`.
  private func resourceName(of id: SchemaID) -> String? {
    let resource = library.resources[library.resource(of: id.node)]
    guard resource.root == id.node else { return nil }
    return URIReference(resource.uri).path.split(separator: "/").last?
      .split(separator: ".").first.map(String.init)
  }

  // MARK: Lists of values

  /// The scalars that a list of the document has; `nil` if the list has an array or an object.
  func list(_ nodes: Range<ValueID>) -> ScalarList? { lists.list(nodes, in: document) }

  /// The values that all lists have, each once, in the order of the first list.
  func intersection(of lists: [ScalarList]) -> ScalarList? { self.lists.intersection(of: lists) }

  // MARK: Patterns

  /// A pattern, or `nil` with a warning if it cannot be read.
  func pattern(_ source: String, _ node: ValueID, _ keyword: Keyword) -> SchemaPattern? {
    do {
      return try patterns.pattern(source)
    } catch {
      note(
        .pattern, at: node, keyword, "The regular expression cannot be read: \(error.fault)",
        remedy: error.suggestion)
      return nil
    }
  }

  /// The scalars that a pattern allows; `nil` if the pattern cannot be run on all scalars.
  func values(_ values: [SchemaScalar], allowedBy pattern: SchemaPattern) -> [SchemaScalar]? {
    patterns.values(values, allowedBy: pattern)
  }

  /// Returns `false` if a pattern is known not to match a text.
  func mayMatch(_ pattern: SchemaPattern, _ text: String) -> Bool {
    values([.string(text)], allowedBy: pattern)?.isEmpty != true
  }

  /// The relation of the texts of two patterns; `nil` if it cannot be found.
  func relation(of first: SchemaPattern, to second: SchemaPattern) -> SchemaPattern.Relation? {
    patterns.relation(of: first, to: second)
  }

  /// The patterns of a schema's `patternProperties` that match a name, or cannot be run on the
  /// name.
  func matches(
    _ name: String, of patterns: [SchemaPattern], in schema: SchemaID
  ) -> [PatternSet.Match] {
    self.patterns.matches(name, of: patterns, in: schema)
  }
}

extension SchemaDraft {
  /// The name in sentences: `4` or `2019-09`.
  fileprivate var shortName: String {
    switch self {
    case .draft4: "4"
    case .draft6: "6"
    case .draft7: "7"
    case .draft2019, .draft2020: rawValue
    }
  }
}
