import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Copies a type that contains itself for some levels, and replaces deeper levels by JSON text.
///
/// If the dialect has no references, a copy of the type replaces each reference. Outer references
/// are replaced first, until the document has no more room.
struct RecursionPass: FittingPass {
  /// The largest number of levels below the first.
  private static let levels = 3

  func isNeeded(for rules: DialectRules) -> Bool { rules.recursion == .rejected }

  /// The references that close a cycle.
  private func closing(in graph: FittingGraph) -> [NodeID] {
    guard graph.tables.mayRecurse else { return [] }
    return RecursionCheck(graph.graph(), .rejected, dialect: graph.dialect).closingReferences()
  }

  func run(on editor: inout GraphEditor) throws {
    let isInlined = editor.graph.rules.definitions == nil
    if isInlined { editor.makeDefinitionOfRoot() }
    let closing = closing(in: editor.graph)
    if isInlined {
      guard !editor.graph.tables.definitionBodies.isEmpty else { return }
      try writeOut(closing, in: &editor)
    } else if !closing.isEmpty {
      try addLevels(closing, in: &editor)
    }
    editor.removeUnreachable()
  }

  private func fit(_ reference: NodeID, belowLevel level: Int, in editor: inout GraphEditor) {
    let reason = level < Self.levels ? " since more levels would make the document too large," : ""
    editor.warn(
      .recursion, at: reference,
      "The type contains itself, so it is written out for \(level + 1) "
        + "level\(level == 0 ? "" : "s"),\(reason) and as JSON text below.")
    editor.replaceByText(reference)
  }

  // MARK: References to copies

  /// Adds a definition for each level of the types that contain themselves.
  private func addLevels(_ closing: [NodeID], in editor: inout GraphEditor) throws {
    struct Level: Hashable {
      let body: NodeID
      let number: Int
    }
    let types = RecursiveTypes(closing, in: editor.graph)
    var room = try RoomForTypes(for: types.bodies, in: editor)
    for body in types.bodies { room.takeDeclared(body) }
    var targets: [Level: NodeID] = [:]
    var levels = types.bodies.map { Level(body: $0, number: 0) }
    for level in levels { targets[level] = level.body }
    // The bodies are copied before any of their references change.
    var next = 0
    while next < levels.count {
      let level = levels[next]
      next += 1
      for reference in types.references[level.body] ?? [] {
        let isClosing = types.closing.contains(reference)
        let target = Level(
          body: editor.graph.resolving(reference), number: level.number + (isClosing ? 1 : 0))
        guard target.number > 0, types.recursive.contains(target.body), targets[target] == nil,
          target.number <= Self.levels, room.take(target.body)
        else { continue }
        targets[target] = editor.copyBody(target.body, level: target.number + 1)
        levels.append(target)
      }
    }
    let originals = types.references.mapValues { references in
      references.map { (isClosing: types.closing.contains($0), body: editor.graph.resolving($0)) }
    }
    for level in levels {
      guard let body = targets[level], let known = originals[level.body] else { continue }
      for (reference, original) in zip(editor.graph.references(in: body), known) {
        let target = Level(
          body: original.body, number: level.number + (original.isClosing ? 1 : 0))
        if let copy = targets[target] {
          if target.number > 0 { editor.redirect(reference, to: copy) }
        } else if types.recursive.contains(target.body) {
          fit(reference, belowLevel: level.number, in: &editor)
        }
      }
    }
  }

  // MARK: Copies at every place

  /// Replaces references by copies of types, the outermost first.
  private func writeOut(_ closing: [NodeID], in editor: inout GraphEditor) throws {
    let types = RecursiveTypes(closing, in: editor.graph)
    var room: RoomForTypes?
    if !types.copiesAreSmall(in: editor.graph) {
      room = try RoomForTypes(for: types.bodies, in: editor)
      room?.takeDeclared(.root)
    }
    // The bodies of definitions stay unchanged, since only their copies are written.
    var places = editor.graph.references(in: .root).map { (node: $0, original: $0, level: 0) }
    var next = 0
    while next < places.count {
      let place = places[next]
      next += 1
      let isClosing = types.closing.contains(place.original)
      let level = place.level + (isClosing ? 1 : 0)
      let body = editor.graph.resolving(place.node)
      guard level <= Self.levels, place.node == .root || room?.take(body) ?? true else {
        if isClosing {
          fit(place.node, belowLevel: place.level, in: &editor)
        } else {
          let phrase = editor.graph.resolvedOrigin(of: place.node).phrase.capitalizedFirst
          editor.warn(
            .size, at: place.node,
            "\(phrase) makes the document larger at every place where it occurs, so it is written "
              + "as JSON text.")
          editor.replaceByText(place.node)
        }
        continue
      }
      editor.inline(place.node)
      let copies = editor.graph.references(in: place.node)
      for (copy, original) in zip(copies, types.references[body] ?? []) {
        places.append((copy, original, level))
      }
    }
  }
}

/// The types of a graph, with the references that close cycles among them.
private struct RecursiveTypes {
  /// The root and the bodies of definitions.
  let bodies: [NodeID]

  /// The references in each body.
  let references: [NodeID: [NodeID]]

  /// The references that close a cycle, and the bodies that lead to one.
  let closing: Set<NodeID>
  private(set) var recursive: Set<NodeID> = []

  init(_ closing: [NodeID], in graph: FittingGraph) {
    bodies = [.root] + graph.tables.definitionBodies
    references = Dictionary(uniqueKeysWithValues: bodies.map { ($0, graph.references(in: $0)) })
    self.closing = Set(closing)
    var sources: [NodeID: [NodeID]] = [:]
    var pending: [NodeID] = []
    for body in bodies {
      for reference in references[body] ?? [] {
        sources[graph.resolving(reference), default: []].append(body)
        if self.closing.contains(reference) { pending += [body, graph.resolving(reference)] }
      }
    }
    while let body = pending.popLast() {
      guard recursive.insert(body).inserted else { continue }
      pending += sources[body] ?? []
    }
  }

  /// Indicates whether the copies of all types take so few nodes and listed values that every
  /// document has room for them.
  func copiesAreSmall(in graph: FittingGraph) -> Bool {
    guard closing.isEmpty, graph.rules.limits == DocumentLimits() else { return false }
    func size(_ nodes: some Sequence<NodeID>) -> Int {
      nodes.reduce(0) { $0 + 1 + (graph.constraints(of: $1)?.choices?.count ?? 0) }
    }
    var left = 100 + size(graph.nodes)
    var pending = [NodeID.root]
    while let body = pending.popLast() {
      left -= size(graph.descendants(of: body))
      if left < 0 { return false }
      pending += (references[body] ?? []).map(graph.resolving)
    }
    return true
  }
}
