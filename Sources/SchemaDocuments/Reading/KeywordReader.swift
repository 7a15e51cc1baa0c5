/// Reads the keywords of one schema, and checks their forms.
struct KeywordReader {
  let id: SchemaID
  let language: DocumentLanguage
  private(set) var form = SchemaObject.Form.keywords
  private(set) var members: [SchemaObject.Member] = []
  private(set) var constrainedTypes: ValueTypes?
  private(set) var combines = false
  private(set) var isPlain = false
  /// The references as they are written.
  ///
  /// The library finds their targets.
  private(set) var references: [(keyword: Keyword, node: ValueID, text: String)] = []
  private(set) var ignored: [SchemaObject.Member] = []
  private(set) var otherDrafts: [SchemaObject.Member] = []
  private(set) var unknown: [UnknownKeyword] = []
  private(set) var faults: [KeywordFault] = []

  init(
    _ id: SchemaID, in tree: DocumentTree, _ language: DocumentLanguage,
    _ misspelling: inout Misspelling
  ) {
    (self.id, self.language) = (id, language)
    switch tree.shape(id.node) {
    case .object: readKeywords(tree, &misspelling)
    case .bool: form = tree.boolean(id.node) == true ? .always : .never
    default: form = .notSchema
    }
  }

  private mutating func readKeywords(_ tree: DocumentTree, _ misspelling: inout Misspelling) {
    let children = tree.children(of: id.node)
    let isReference = tree.isReference(id.node, in: language.draft)
    members.reserveCapacity(children.count)
    isPlain = true
    for node in children {
      guard let keyword = tree.keyword(of: node) else {
        let name = tree.name(of: node)
        var meant = misspelling.keyword(for: name)
        // A document often has its schema under `schema`.
        if meant == Keyword.schema.rawValue, tree.shape(node) != .string { meant = nil }
        unknown.append(UnknownKeyword(name: name, node: node, meant: meant))
        continue
      }
      let rule = keyword.rule
      guard language.has(rule) else {
        if hasEffect(keyword, node, tree) {
          otherDrafts.append(SchemaObject.Member(keyword: keyword, node: node, value: .unchecked))
        }
        continue
      }
      guard language.has(rule.purpose) else { continue }
      if isReference, keyword != .reference, rule.purpose.restricts {
        ignored.append(SchemaObject.Member(keyword: keyword, node: node, value: .unchecked))
        continue
      }
      members.append(
        SchemaObject.Member(
          keyword: keyword, node: node, value: value(of: keyword, rule.form, node, tree)))
      if rule.isCombination { combines = true }
      if rule.isCombination || !rule.isStated || keyword == .nullable { isPlain = false }
      if let types = rule.constrainedTypes {
        constrainedTypes = (constrainedTypes ?? []).union(types == .all ? [] : types)
      }
    }
  }

  /// Returns `true` if a keyword that the language does not have would change, by itself, which
  /// values the schema accepts.
  private func hasEffect(_ keyword: Keyword, _ node: ValueID, _ tree: DocumentTree) -> Bool {
    func hasMember(_ keyword: Keyword) -> Bool { tree.member(keyword, of: id.node) != nil }
    switch keyword {
    case .nullable: return tree.boolean(node) == true
    case .const: return true
    case .if: return hasMember(.then) || hasMember(.else)
    case .then, .else: return false
    case .minContains, .maxContains: return hasMember(.contains)
    case .additionalItems:
      return tree.member(.items, of: id.node).map { tree.shape($0) == .array } ?? false
    default: return keyword.rule.purpose.restricts && !tree.allowsEverything(node)
    }
  }

  private mutating func addFault(
    _ keyword: Keyword, _ node: ValueID, _ problem: KeywordFault.Problem
  ) -> SchemaObject.Value {
    faults.append(KeywordFault(keyword: keyword, node: node, problem: problem))
    return .invalid
  }

  private mutating func addMismatch(
    _ keyword: Keyword, _ node: ValueID, _ expected: String, _ tree: DocumentTree
  ) -> SchemaObject.Value {
    addFault(keyword, node, .form(expected: expected, found: Self.phrase(node, tree)))
  }

  /// A number, or the type of another value as a noun with its article.
  private static func phrase(_ node: ValueID, _ tree: DocumentTree) -> String {
    tree.number(node)?.description ?? ValueTypes(tree.shape(node)).phrase
  }

  /// Reads the value of a keyword, and records a reference or a fault.
  private mutating func value(
    of keyword: Keyword, _ form: Keyword.Form, _ node: ValueID, _ tree: DocumentTree
  ) -> SchemaObject.Value {
    switch form {
    case .reference:
      guard let text = tree.string(node) else {
        return addMismatch(keyword, node, "a string", tree)
      }
      references.append((keyword, node, text))
      return .reference
    case .types: return types(node, tree)
    case .values:
      guard tree.shape(node) == .array else { return addMismatch(keyword, node, "an array", tree) }
      return .values(tree.children(of: node))
    case .constant: return .values(node.alone)
    case .number, .multiple, .count: return number(keyword, form, node, tree)
    case .exclusiveBound:
      // In draft 4, the value is a flag that makes the bound exclusive.
      if let flag = tree.boolean(node), language.allowsFlagsAsBounds { return .flag(flag) }
      return language.allowsNumbersAsBounds
        ? number(keyword, .number, node, tree) : addMismatch(keyword, node, "true or false", tree)
    case .flag:
      return tree.boolean(node).map { .flag($0) }
        ?? addMismatch(keyword, node, "true or false", tree)
    case .text:
      return tree.string(node).map { .text($0) } ?? addMismatch(keyword, node, "a string", tree)
    case .names:
      return names(keyword, node, "an array of strings", tree).map { .names($0) } ?? .invalid
    case .schema, .schemas, .schemaOrSchemas, .namedSchemas:
      return schemas(keyword, form, node, tree)
    case .dependentNames, .dependentSchemas, .dependencies:
      return dependents(keyword, form, node, tree)
    case .uncheckedText: return tree.string(node).map { .text($0) } ?? .unchecked
    case .uncheckedNamedSchemas:
      guard case .list(let schemas)? = tree.schemas(under: node, in: language) else {
        return .unchecked
      }
      return .schemas(schemas)
    case .uncheckedSchema:
      return tree.isSchema(node) ? .schema(SchemaID(node)) : .unchecked
    case .unchecked: return .unchecked
    }
  }

  // MARK: Forms

  private mutating func types(_ node: ValueID, _ tree: DocumentTree) -> SchemaObject.Value {
    if let types = tree.outline(node).flatMap({ ValueTypes.list(of: $0) }) { return .types(types) }
    let elements = tree.shape(node) == .array ? tree.children(of: node) : node.alone
    if elements.isEmpty {
      let expected = "the name of a type or an array of at least one name"
      return addFault(.type, node, .form(expected: expected, found: "an empty array"))
    }
    var types: [ValueTypes] = []
    for element in elements {
      guard let name = tree.outline(element) else {
        let expected =
          element == node ? "the name of a type or an array of such names" : "the name of a type"
        return addMismatch(.type, element, expected, tree)
      }
      if let list = ValueTypes.list(of: name) {
        types += list
      } else {
        _ = addFault(.type, element, .unknownType(tree.string(element) ?? ""))
      }
    }
    // A list without a known type has no effect.
    return types.isEmpty ? .invalid : .types(types)
  }

  private mutating func number(
    _ keyword: Keyword, _ form: Keyword.Form, _ node: ValueID, _ tree: DocumentTree
  ) -> SchemaObject.Value {
    if tree.shape(node) == .number, tree.number(node) == nil {
      return addFault(keyword, node, .exponent)
    }
    switch form {
    case .count:
      return tree.count(node).map { .count($0) }
        ?? addMismatch(keyword, node, "a whole number of at least 0", tree)
    case .multiple:
      guard let number = tree.number(node), number > SchemaNumber(0) else {
        return addMismatch(keyword, node, "a number above 0", tree)
      }
      return .number(number)
    default:
      return tree.number(node).map { .number($0) } ?? addMismatch(keyword, node, "a number", tree)
    }
  }

  /// Returns the strings of an array; `nil`, with a fault, for another value.
  ///
  /// For an array with other values, the fault is at the first of them.
  private mutating func names(
    _ keyword: Keyword, _ node: ValueID, _ expected: String, _ tree: DocumentTree
  ) -> [String]? {
    if let names = tree.strings(node) { return names }
    if tree.shape(node) == .array,
      let other = tree.children(of: node).first(where: { tree.shape($0) != .string })
    {
      let found = "an array with \(Self.phrase(other, tree))"
      _ = addFault(keyword, other, .form(expected: expected, found: found))
    } else {
      _ = addMismatch(keyword, node, expected, tree)
    }
    return nil
  }

  private mutating func schemas(
    _ keyword: Keyword, _ form: Keyword.Form, _ node: ValueID, _ tree: DocumentTree
  ) -> SchemaObject.Value {
    switch tree.schemas(under: node, in: language) {
    case .one(let schema)?: return .schema(schema)
    case .list(let schemas)?: return .schemas(schemas)
    case nil: break
    }
    switch form {
    case .schemas: return addMismatch(keyword, node, "an array of schemas", tree)
    case .namedSchemas: return addMismatch(keyword, node, "an object", tree)
    default: return addMismatch(keyword, node, "a schema", tree)
    }
  }

  private mutating func dependents(
    _ keyword: Keyword, _ form: Keyword.Form, _ node: ValueID, _ tree: DocumentTree
  ) -> SchemaObject.Value {
    guard tree.shape(node) == .object else { return addMismatch(keyword, node, "an object", tree) }
    var dependents: [SchemaObject.Dependent] = []
    for child in tree.children(of: node) {
      let requirement: SchemaObject.Dependent.Requirement
      if form != .dependentNames, tree.isSchema(child) {
        requirement = .schema(SchemaID(child))
      } else if form == .dependentSchemas {
        _ = addMismatch(keyword, child, "a schema", tree)
        continue
      } else {
        let array = "an array of strings"
        let expected = form == .dependentNames ? array : "a schema or \(array)"
        guard let names = names(keyword, child, expected, tree) else { continue }
        requirement = .names(names)
      }
      dependents.append(
        SchemaObject.Dependent(name: tree.name(of: child), requirement: requirement))
    }
    return .dependents(dependents)
  }
}
