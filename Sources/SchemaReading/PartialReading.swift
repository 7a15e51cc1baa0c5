import ContentStorage
package import SchemaEncoding
package import SchemaModel
import SchemaText

/// The reading of a text along a schema while it arrives.
///
///     let reading = PartialReading(graph, id: GenerationID())
///     for try await chunk in answer {
///       reading.append(chunk)
///       show(reading.content)
///     }
///
/// The parser and the fitting are those of a whole text. Each step waits while it depends on the
/// end of the text, and content is only added. The whole text decides at the end:
/// ``complete(with:)`` returns `nil` if its value does not begin with what was shown.
///
/// It is a class because builders of content cannot be copied.
package final class PartialReading {
  private enum Stage {
    /// The beginning of the value is not found.
    case search
    case value
    /// Nothing more is shown before the end.
    case ended
  }

  /// A container that is shown, while it is open.
  private struct Shown {
    let node: Int
    let isObject: Bool
    /// The schemas that its value may have: those of a union, less those that a part excludes.
    var schemas: [NodeID]
    /// The keys and the values, by their indices in the table of values; `nil` for the last one
    /// while it grows.
    var members: [(key: String, value: Int?)] = []
    /// The values by their keys, of those that are complete.
    var values: [String: Int] = [:]
    /// The number of parts in the text that were shown, or left out.
    var handledCount = 0
    /// `true` if a part is not certain, so that the parts behind it have to wait.
    var isBlocked = false

    /// Sets the value of the last part, which is complete.
    mutating func setLast(_ value: Int) {
      members[members.count - 1].value = value
      values[members[members.count - 1].key] = value
    }

    /// `true` if a key is that of a shown member.
    func has(_ key: String?) -> Bool { key.map { values[$0] != nil } ?? false }
  }

  /// The name of a part in the value, and its schema; the name is `nil` in an array.
  private typealias Place = (name: String?, schema: NodeID)

  /// What a complete part is in the value.
  private enum Part {
    case shown(name: String?, value: Int)
    /// The schema does not have the key.
    case leftOut
    case uncertain
  }

  private let schema: ReadingSchema
  private var parser: RawParser
  private var fitter: Fitter
  private var builder: ContentBuilder
  private var stage = Stage.search
  /// The shown containers: the outer ones of those that the parser has open.
  private var shown: [Shown] = []
  /// The bytes of the string that grows; `nil` if none grows.
  private var growing: [UInt8]?
  /// The number of bytes from which another step can succeed.
  private var nextCount = 1

  /// Creates a reading by the schema of a type, of content with an identity.
  package convenience init(_ graph: SchemaGraph, id: GenerationID) {
    self.init(ReadingSchema(graph), keepsNull: true, policy: .clear, id: id)
  }

  init(_ schema: ReadingSchema, keepsNull: Bool, policy: ReadingPolicy, id: GenerationID) {
    self.schema = schema
    let text = ReadText(bytes: [], keys: schema.keys, isArriving: true)
    parser = RawParser(text, at: 0, nodes: [], isInFence: false)
    fitter = Fitter(schema, nodes: [], policy: policy, keepsNull: keepsNull)
    builder = ContentBuilder(id: id)
  }

  /// The content that is certain.
  package var content: GeneratedContent { builder.snapshot() }

  /// Reads the next part of the text.
  ///
  /// - Complexity: Linear in the length of the whole text, for all parts together.
  package func append(_ part: String) { append(part.utf8) }

  /// Reads the next part of the text.
  package func append(_ part: some Sequence<UInt8>) {
    guard stage != .ended else { return }
    parser.text.append(part)
    guard parser.text.count >= nextCount else { return }
    if stage == .search { search() }
    while stage == .value, step() {}
  }

  private func search() {
    parser.text.forgetEnd()
    switch FirstValue.find(in: parser.text) {
    case .unknown: wait(from: 0)
    case .none: stage = .ended
    case .found(let place, let isInFence):
      stage = .value
      parser = RawParser(parser.text, at: place, nodes: [], isInFence: isInFence)
      parser.text.forgetEnd()
      do throws(RawFault) {
        try parser.beginRoot()
        begin(by: [schema.rootID], name: nil)
        if shown.isEmpty { stage = .ended }
      } catch {
        stage = .ended
      }
    }
  }

  /// Waits for more text in proportion to the part that is read again.
  private func wait(from place: Int) {
    nextCount = parser.text.count + max(1, (parser.text.count - place) / 8)
  }

  /// Runs a step of the parser, and shows what it makes certain; `false` to wait for more text.
  private func step() -> Bool {
    let checkpoint = parser.checkpoint
    let depth = parser.open.count
    parser.text.forgetEnd()
    do throws(RawFault) {
      try parser.step()
    } catch {
      guard parser.text.hasReachedEnd else {
        stage = .ended
        return false
      }
      parser.retry(checkpoint)
      if parser.string == nil {
        wait(from: checkpoint.position)
      } else {
        grow()
        wait(from: parser.position)
      }
      return false
    }
    // If the whole text is JSON, its escapes are what JSON has.
    guard !parser.readsEscapeAsBackslash else {
      stage = .ended
      return false
    }
    follow(depth)
    return stage == .value
  }

  // MARK: Parts

  /// Shows what a step has added, which began with a number of open containers.
  private func follow(_ depth: Int) {
    let newDepth = parser.open.count
    if newDepth > depth {
      guard shown.count == depth else { return }
      let places = places(in: depth - 1)
      begin(by: places.map(\.schema), name: places.first?.name)
    } else if shown.count > newDepth {
      end()
    } else if shown.count == newDepth, newDepth > 0 {
      let children = parser.nodes[shown[newDepth - 1].node].children
      guard children.count > shown[newDepth - 1].handledCount, let child = children.last else {
        return
      }
      shown[newDepth - 1].handledCount = children.count
      add(child)
    }
  }

  /// The places of the next part of a shown container, one for each schema of the container that
  /// has the part; empty if it is not shown before it is complete.
  private func places(in index: Int) -> [Place] {
    guard !shown[index].isBlocked else { return [] }
    let key = shown[index].isObject ? parser.open[index].key : nil
    if shown[index].isObject, key == nil { return [] }
    let places = shown[index].schemas.compactMap { place(of: key, in: $0) }
    guard let name = places.first?.name, shown[index].isObject else { return places }
    return places.allSatisfy({ $0.name == name }) && !shown[index].has(name) ? places : []
  }

  /// The place of a part of the values of a schema, by its key in the text; `nil` for an element.
  private func place(of key: String?, in id: NodeID) -> Place? {
    switch schema.kind(of: id) {
    case .any where !schema.isMixedChoice(id): return (key, id)
    case .array:
      return schema.graph[id].items.map { (nil, schema.resolved($0.id)) }
    default: break
    }
    guard let key, let object = schema.object(id) else { return nil }
    if let index = object.exact[key] {
      return (key, schema.resolved(object.properties[index].node.id))
    }
    if object.isOpen {
      guard object.properties.isEmpty, !object.hasPatterns, let additional = object.additional
      else { return nil }
      return (key, schema.resolved(additional))
    }
    // If the exact key follows, the text has two meanings and is not read.
    guard let match = object.folded[FoldedName.of(key)], let index = match else { return nil }
    let property = object.properties[index]
    return (property.name, schema.resolved(property.node.id))
  }

  /// `true` if no object of a container has a key, and none allows it.
  private func isUnknown(_ key: String, in index: Int) -> Bool {
    shown[index].schemas.allSatisfy { id in
      guard let object = schema.object(id) else { return false }
      return object.exact[key] == nil && !object.isOpen && object.folded[FoldedName.of(key)] == nil
    }
  }

  /// Begins the container that the parser has opened, if its schemas are known.
  private func begin(by ids: [NodeID], name: String?) {
    guard let frame = parser.open.last else { return }
    let containers = containers(frame.isObject, by: ids)
    guard !containers.isEmpty else { return }
    addName(name)
    frame.isObject ? builder.beginObject() : builder.beginArray()
    shown.append(Shown(node: frame.node, isObject: frame.isObject, schemas: containers))
  }

  private func addName(_ name: String?) {
    guard !shown.isEmpty else { return }
    if let name { builder.key(name) }
    shown[shown.count - 1].members.append((name ?? "", nil))
  }

  /// The schemas of objects or arrays among the alternatives of nodes; empty if others may be
  /// meant.
  private func containers(_ isObject: Bool, by ids: [NodeID]) -> [NodeID] {
    var found: [NodeID] = []
    for id in ids {
      for alternative in schema.alternatives(of: schema.resolved(id)) {
        let resolved = schema.resolved(alternative)
        switch schema.kind(of: resolved) {
        case .null, .string, .integer, .number, .boolean: continue
        case .any where schema.isMixedChoice(resolved): continue
        case .object where isObject, .array where !isObject, .any:
          if !found.contains(resolved) { found.append(resolved) }
        default: return []
        }
      }
    }
    let hasAny = found.contains { schema.kind(of: $0) == .any }
    return hasAny && found.count > 1 ? [] : found
  }

  /// Shows the last part of the innermost container, which is complete.
  private func add(_ child: Int) {
    let index = shown.count - 1
    guard !shown[index].isBlocked else { return }
    switch part(child, parser.nodes[shown[index].node].keys.last, in: index) {
    case .leftOut: return
    case .uncertain:
      if growing == nil { shown[index].isBlocked = true } else { stage = .ended }
    case .shown(let name, let value):
      if growing != nil { return endString(value) }
      if let name, let known = shown[index].values[name] {
        if known != value { stage = .ended }
        return
      }
      addName(name)
      shown[index].setLast(value)
      fitter.values.add(value, to: &builder)
    }
  }

  /// Fits a complete part of a shown container by its schemas, of which it excludes some.
  private func part(_ child: Int, _ key: String?, in index: Int) -> Part {
    let key = shown[index].isObject ? key : nil
    if let key, isUnknown(key, in: index) { return .leftOut }
    var fitting: [NodeID] = []
    var found: (name: String?, value: Int)?
    for id in shown[index].schemas {
      guard let place = place(of: key, in: id), let value = fit(child, by: place.schema) else {
        continue
      }
      if let found, found.name != place.name || found.value != value { return .uncertain }
      found = (place.name, value)
      fitting.append(id)
    }
    guard let found else { return .uncertain }
    shown[index].schemas = fitting
    return .shown(name: found.name, value: found.value)
  }

  /// The value of a complete part by its schema; `nil` if it has none, or several.
  private func fit(_ node: Int, by id: NodeID) -> Int? {
    swap(&fitter.nodes, &parser.nodes)
    defer { swap(&fitter.nodes, &parser.nodes) }
    guard case .fits(let fitting) = fitter.read(node, by: id) else { return nil }
    return fitter.fittings[fitting].value
  }

  // MARK: Strings

  /// Shows the certain part of the string that the parser is reading.
  private func grow() {
    guard parser.string != nil, shown.count == parser.open.count, stage == .value else { return }
    if growing == nil {
      let places = places(in: shown.count - 1)
      guard !places.isEmpty, places.allSatisfy({ schema.isText($0.schema) }) else { return }
      addName(places[0].name)
      builder.beginString()
      growing = []
    }
    guard let bytes = parser.certainBytesOfString(), let count = growing?.count,
      bytes.count > count
    else { return }
    let added = Array(bytes[count...])
    growing?.append(contentsOf: added)
    builder.appendText(added.span)
  }

  private func endString(_ value: Int) {
    guard case .string(let text) = fitter.values[value], let known = growing,
      text.utf8.starts(with: known)
    else {
      stage = .ended
      return
    }
    let rest = Array(text.utf8.dropFirst(known.count))
    builder.appendText(rest.span)
    builder.endString()
    growing = nil
    shown[shown.count - 1].setLast(value)
  }

  // MARK: Ends

  /// Ends the innermost shown container, with the parts that had to wait.
  private func end() {
    guard growing == nil, let container = shown.last,
      let value = value(of: container), let members = members(of: value),
      members.count >= container.members.count,
      zip(members, container.members).allSatisfy({ $0.key == $1.key && $0.value == $1.value })
    else {
      stage = .ended
      return
    }
    for member in members.dropFirst(container.members.count) {
      if container.isObject { builder.key(member.key) }
      fitter.values.add(member.value, to: &builder)
    }
    builder.endContainer(isIncomplete: false)
    shown.removeLast()
    guard !shown.isEmpty else { return stage = .ended }
    shown[shown.count - 1].setLast(value)
    shown[shown.count - 1].handledCount += 1
  }

  /// The value of the innermost shown container, which has ended; `nil` if it is not certain.
  private func value(of container: Shown) -> Int? {
    guard shown.count > 1 else { return fit(container.node, by: schema.rootID) }
    let parent = shown.count - 2
    let key = parser.nodes[shown[parent].node].keys.last
    guard case .shown(_, let value) = part(container.node, key, in: parent) else { return nil }
    return value
  }

  private func members(of value: Int) -> [(key: String, value: Int)]? {
    switch fitter.values[value] {
    case .array(let elements): elements.map { ("", $0) }
    case .object(let members): members.map { ($0.key, $0.value) }
    default: nil
    }
  }

  /// Ends the content as the value of the whole text.
  ///
  /// - Returns: The value, which begins with everything that was shown; `nil` if another value was
  ///   shown, so that the text has two meanings.
  package func complete(with content: GeneratedContent) -> GeneratedContent? {
    stage = .ended
    guard !builder.isFinished else { return self.content == content ? self.content : nil }
    var open: [[(key: String, content: GeneratedContent)]] = []
    var place = content
    for container in shown {
      guard place.shape == (container.isObject ? .object : .array) else { return nil }
      let parts: [(key: String, content: GeneratedContent)] =
        container.isObject
        ? place.properties.map { ($0.name, $0.content) } : place.elements.map { ("", $0) }
      guard parts.count >= container.members.count else { return nil }
      for (part, member) in zip(parts, container.members) {
        guard part.key == member.key else { return nil }
        place = part.content
        if let value = member.value, fitter.values.content(of: value) != part.content {
          return nil
        }
      }
      open.append(parts)
    }
    guard !shown.isEmpty else {
      builder.append(content)
      return self.content
    }
    if let growing {
      guard let text = place.text, text.utf8.starts(with: growing) else { return nil }
      let rest = Array(text.utf8.dropFirst(growing.count))
      builder.appendText(rest.span)
      builder.endString()
    }
    for (container, parts) in zip(shown, open).reversed() {
      for part in parts.dropFirst(container.members.count) {
        if container.isObject { builder.key(part.key) }
        builder.append(part.content)
      }
      builder.endContainer(isIncomplete: false)
    }
    return self.content
  }
}
