import SchemaEncoding
import SchemaModel

/// The bodies of types.
extension GraphFitter {
  /// Fits the root.
  ///
  /// - Returns: Its mapping.
  mutating func fitRoot() -> Int {
    result.rootTitle = copied == nil || keepsRoot ? tables.rootTitle : nil
    result.mayRecurse = tables.mayRecurse && survey.closingReferences.isEmpty
    let slot = addNode(.root, parent: -1, origin: 0)
    let root = source.root
    if let copied {
      put(copied, at: FittingTask(node: root, slot: slot, level: 0))
      return 0
    }
    guard wrapsRoot else {
      let mapping = bodyMapping(0, level: 0)
      push(0, slot: slot, level: 0, mapping: mapping)
      return mapping
    }
    note(
      .root, at: root,
      "The root is \(phrase(of: root)), so it is written as the property '\(RootFitting.name)' of an"
        + " object.", remedy: "Make the value a property of a struct, and encode that.")
    let mapping = bodyMapping(0, level: 0)
    let plan: FittingPlan =
      tables.refersToRoot
      ? .reference(body: 0, level: 0, description: nil) : .declared(0, mapping: mapping)
    put(.object([(RootFitting.name, plan)]), at: FittingTask(node: root, slot: slot, level: 0))
    return add(.wrapped(property: RootFitting.name, value: mapping))
  }

  /// Whether references to the root lead to the root.
  private var keepsRoot: Bool {
    switch copied {
    case nil: !wrapsRoot
    case .declared(let node, _): node == 0
    case .made, .reference: false
    }
  }

  mutating func fit(body: Body, definition: Int) {
    let node = node(ofBody: body.index)
    let slot = addNode(.definition(definition), parent: -1, origin: node.index)
    result.definitions[definition].node = Int32(truncatingIfNeeded: slot)
    push(
      node.index, slot: slot, level: body.level,
      mapping: bodyMapping(body.index, level: body.level))
  }

  private func node(ofBody body: Int) -> SchemaGraph.Node {
    if body == 0 { return source.root }
    let definition = body - 1
    return definition < tables.definitions.count
      ? SchemaGraph.Node(
        storage: source.storage, index: Int(tables.definitions[definition].node))
      : SchemaGraph.Node(storage: source.storage, index: definition - tables.definitions.count)
  }

  /// The mapping of the values of a type.
  mutating func bodyMapping(_ body: Int, level: Int) -> Int {
    let key = Body(index: body, level: level)
    if let known = bodyMappings[key] { return known }
    let mapping = survey.isChanged(node(ofBody: body).index) ? add(.same) : 0
    bodyMappings[key] = mapping
    return mapping
  }

  /// The definition of a type, -1 for the root, added at the first reference to it.
  mutating func definition(of body: Int, level: Int, from slot: Int) -> Int {
    if body == 0, level == 0, keepsRoot { return -1 }
    let key = Body(index: body, level: level)
    if let known = bodyDefinitions[key] { return known }
    var entry = DefinitionRegistry.Entry(title: tables.rootTitle ?? RootFitting.title)
    if body > tables.definitions.count {
      entry = DefinitionRegistry.Entry(title: node(ofBody: body).nameOfPlace)
    } else if body > 0 {
      entry = tables.definitions[body - 1].entry
    }
    if level > 0 {
      entry.suffix = "_\(level + 1)"
    }
    bodyDefinitions[key] = bodies.count
    bodies.append(key)
    result.definitions.append(
      DefinitionRecord(entry: entry, firstReference: Int32(truncatingIfNeeded: slot)))
    return bodies.count - 1
  }
}
