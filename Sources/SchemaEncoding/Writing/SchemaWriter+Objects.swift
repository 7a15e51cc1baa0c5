import SchemaGuides
import SchemaModel

/// The properties of objects.
extension SchemaWriter {
  /// Begins or continues the schemas under a keyword of the object that is being written.
  private mutating func begin(_ group: Group) {
    guard let frame = frames.indices.last, frames[frame].group != group else { return }
    if frames[frame].group != nil { output.append(UInt8(ascii: "}")) }
    frames[frame].group = group
    switch group {
    case .patternProperties: key(dialect.text.patternProperties)
    case .properties: key(dialect.text.properties)
    }
    output.append(UInt8(ascii: "{"))
  }

  /// Writes the name of a property before its schema, or the whole property if it must not exist.
  ///
  /// - Returns: Whether the schema has to follow.
  mutating func beginProperty(
    _ name: String, _ node: SchemaGraph.Node
  ) throws -> Bool {
    begin(.properties)
    let isForbidden = node.kind == .never
    if isForbidden {
      guard let object = node.parent, form.isOpen(object), try writesForbidden(node)
      else { return false }
    }
    if !dialect.rules.propertyNames.allows(name) { warnOfName(name, at: node) }
    writeName(name)
    if isForbidden { output.append(contentsOf: "false".utf8) }
    return !isForbidden
  }

  /// Writes the pattern of properties before their schema, or all of it if there must be none.
  ///
  /// - Returns: Whether the schema has to follow.
  mutating func beginPatternProperty(_ pattern: String, _ node: SchemaGraph.Node) throws -> Bool {
    let isForbidden = node.kind == .never
    if isForbidden, try !writesForbidden(node) { return false }
    begin(.patternProperties)
    writeName(pattern)
    if isForbidden { output.append(contentsOf: "false".utf8) }
    return !isForbidden
  }

  /// Whether the dialect states that an object must not have a property.
  private mutating func writesForbidden(_ node: SchemaGraph.Node) throws(SchemaError) -> Bool {
    switch dialect.rules.forbiddenProperties {
    case .written: return true
    case .rejected:
      try reject("a property that an object must not have", .forbiddenProperty, at: node)
    case .omitted:
      diagnostics.append(
        SchemaDiagnostic(
          .warning, .forbiddenProperty, at: node,
          problem:
            "The dialect '\(dialect.name)' cannot state that the object must not have this property,"
            + " so it is left out and not enforced.",
          remedy: "Check the value after decoding."))
    }
    return false
  }

  /// Writes what comes before the schema of properties without a name, or all of it if it is a
  /// boolean.
  ///
  /// - Returns: Whether the schema has to follow.
  mutating func beginAdditional(_ node: SchemaGraph.Node) -> Bool {
    guard form.isUnconstrained(node), let object = node.parent else {
      key(dialect.text.additionalProperties)
      return true
    }
    let isClosed = dialect.rules.openObjects == .closed && object.hasNamedProperties
    if isClosed, !dialect.rules.closesObjects { return false }
    key(dialect.text.additionalProperties)
    output.append(contentsOf: (isClosed ? "false" : "true").utf8)
    return false
  }

  mutating func endObject(_ node: SchemaGraph.Node, _ frame: Frame) {
    if frame.group != nil {
      output.append(UInt8(ascii: "}"))
    } else if node.childIndices.isEmpty {
      key(dialect.text.properties)
      output.append(contentsOf: "{}".utf8)
    }
    if dialect.adaptation == nil { addOrder(of: node) } else { write(trailing.popLast() ?? []) }
  }

  // MARK: Keywords

  mutating func addKeywords(ofObject node: SchemaGraph.Node) throws {
    if node.index > 0, node.childIndices.isEmpty {
      try check(
        dialect.rules.emptyObjects, .unsupported, "an object without properties",
        "an object without properties", remedy: "Give it a property, or leave it out", node)
    }
    if node.hasPatternProperties(besidesForbidden: true) {
      try check(
        dialect.rules.patternProperties ?? dialect.rules.additionalProperties,
        .patternProperties, "'patternProperties'",
        "properties whose names match a pattern", remedy: Self.entriesRemedy, node)
    }
    if let additional = node.additionalProperties {
      try checkAdditional(additional, of: node)
    } else if dialect.rules.closesObjects {
      add(dialect.rules.keywords.additionalProperties, false)
    }
    if dialect.rules.propertyOrder == .requiredFirst, dialect.rules.optional == .omitted {
      noteOrder(of: node)
    }
  }

  /// Adds the keywords that list the names of an object's properties.
  mutating func addOrder(of node: SchemaGraph.Node) {
    guard node.hasNamedProperties || node.childIndices.isEmpty else { return }
    addNames(dialect.rules.keywords.required, dialect.text.required, of: node, onlyRequired: true)
    if let keyword = dialect.rules.keywords.propertyOrder {
      addNames(keyword, dialect.text.propertyOrder, of: node, onlyRequired: false)
    }
  }

  /// Adds a keyword that lists names of properties.
  private mutating func addNames(
    _ keyword: String, _ text: [UInt8], of node: SchemaGraph.Node,
    onlyRequired: Bool
  ) {
    guard collected == nil else {
      let names = node.childIndices.compactMap {
        listedName(of: $0, in: node, onlyRequired: onlyRequired)
      }
      collected?.append(keyword, .array(names.map { .string($0) }))
      return
    }
    key(text)
    output.append(UInt8(ascii: "["))
    for child in node.childIndices {
      guard let name = listedName(of: child, in: node, onlyRequired: onlyRequired) else { continue }
      separate()
      output.appendJSON(name)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// The name of a child of an object in a list of names; `nil` if it is not listed.
  private func listedName(
    of child: Int, in node: SchemaGraph.Node, onlyRequired: Bool
  ) -> String? {
    let nodes = form.graph.storage.tables.nodes
    guard case .property(let name, let isOptional) = nodes[child].role else { return nil }
    if nodes[child].kind == .never {
      // A property that must not exist is listed only where it is written, in its place.
      let isWritten = dialect.rules.forbiddenProperties == .written && form.isOpen(node)
      return isWritten && !onlyRequired ? name : nil
    }
    return onlyRequired && isOptional && dialect.rules.optional == .omitted ? nil : name
  }

  private static let entriesRemedy = "Declare an array of a struct with a key and a value"

  private mutating func checkAdditional(
    _ additional: SchemaGraph.Node, of node: SchemaGraph.Node
  ) throws {
    guard node.hasNamedProperties, form.isUnconstrained(additional) else {
      return try check(
        dialect.rules.additionalProperties, .additionalProperties, "'additionalProperties'",
        "a dictionary: properties that are not named beforehand", remedy: Self.entriesRemedy, node)
    }
    switch dialect.rules.openObjects {
    case .written: return
    case .rejected:
      try reject(
        "an object that is open to further properties", .openObject, at: node,
        remedy: "Close it, or fit the schema with 'SchemaEncoder.fit(_:)'.")
    case .closed:
      let named = node.properties.count { $0.node.kind != .never }
      if let minimum = node.constraints.minimumPropertyCount, minimum > named,
        !node.hasPatternProperties(besidesForbidden: true)
      {
        return try reject(
          "an open object that has at least \(minimum) properties and names \(named)", .openObject,
          at: node,
          remedy:
            "Name the properties that you need, lower the minimum, or fit the schema with"
            + " 'SchemaEncoder.fit(_:)'.")
      }
      diagnostics.append(
        SchemaDiagnostic(
          .note, .openObject, at: node,
          problem:
            "The object is open to further properties, and the dialect '\(dialect.name)' closes it: only"
            + " the named ones are generated.",
          remedy:
            "Name the properties that you need, or fit the schema with 'SchemaEncoder.fit(_:)'."))
    }
  }

  /// Notes that an object's properties come in another order than that of declaration.
  private mutating func noteOrder(of node: SchemaGraph.Node) {
    let properties = node.properties.filter { $0.node.kind != .never }
    guard let optional = properties.firstIndex(where: \.isOptional),
      let required = properties[optional...].first(where: { !$0.isOptional })
    else { return }
    diagnostics.append(
      SchemaDiagnostic(
        .note, .propertyOrder, at: node,
        problem:
          "The dialect '\(dialect.name)' generates the required properties first, so '\(required.name)'"
          + " comes before '\(properties[optional].name)'.",
        remedy: "Declare the required properties first, if the order matters."))
  }
}

extension DocumentForm {
  /// Whether an object is written so that it may have properties that are not named.
  func isOpen(_ object: SchemaGraph.Node) -> Bool {
    if object.hasPatternProperties() { return true }
    guard let additional = object.additionalProperties else { return false }
    return dialect.rules.openObjects != .closed || !isUnconstrained(additional)
  }
}

extension SchemaGraph.Node {
  /// Whether this is an object with properties whose names match a pattern; those that it must not
  /// have may count or not.
  fileprivate func hasPatternProperties(besidesForbidden: Bool = false) -> Bool {
    // The additional properties come first, then those that match patterns, then the named ones.
    for child in childIndices {
      switch storage.tables.nodes[child].role {
      case .patternProperty:
        if !besidesForbidden || storage.tables.nodes[child].kind != .never { return true }
      case .property: return false
      default: continue
      }
    }
    return false
  }

  /// Whether this is an object with properties that have names.
  fileprivate var hasNamedProperties: Bool {
    // The named properties come last.
    guard kind == .object, let last = childIndices.last else { return false }
    if case .property = storage.tables.nodes[last].role { return true }
    return false
  }
}
