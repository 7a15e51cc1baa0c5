import SchemaGuides
import SchemaModel

/// Writes a graph under a dialect's rules: it is led by each node once, and writes it on the way.
struct SchemaWriter: RecordVisitor {
  typealias Failure = SchemaError

  let storage: GraphStorage
  private let text: UnsafeBufferPointer<UInt8>
  let rules: DialectRules
  let dialect: String

  /// The names and pointers of definitions, where the dialect does not allow the graph's own.
  let renamed: [(name: [UInt8], pointer: [UInt8])]?

  /// The copy of the root among the definitions, where references to the root lead to one.
  private let rootCopy: (name: [UInt8], pointer: [UInt8])?

  var output: OutputBuffer
  var diagnostics: [SchemaDiagnostic] = []

  /// Whether what the dialect refuses becomes a diagnostic, rather than an error.
  private(set) var notesRefusals: Bool
  private var hasDefinitions = false
  private var isCopyingRoot = false

  /// What all `maxItems` come to.
  var elementCount = 0

  /// The description of a union that is written as the only alternative it has besides `null`.
  private var handedDown = TextSpan.none

  init(graph: SchemaGraph, rules: DialectRules, dialect: String, notesRefusals: Bool) {
    self.notesRefusals = notesRefusals
    storage = graph.storage
    text = graph.storage.text.buffer
    self.rules = rules
    self.dialect = dialect
    let copiesRoot = rules.rootReference == .definition && storage.refersToRoot
    var names = Self.names(storage, rules.definitionNames, withRoot: copiesRoot)
    rootCopy = copiesRoot ? names?.popLast() : nil
    renamed = names
    // Names are written three times as a rule, keywords once for each node.
    output = OutputBuffer(
      capacity: storage.text.count * 2 + storage.nodes.count * 48 + 256)
  }

  private static func allNamesSatisfy(_ rule: DefinitionNameRule, _ storage: GraphStorage) -> Bool {
    for index in 0..<storage.definitions.count {
      let span = storage.definitions[index].name
      let range = Int(span.offset)..<Int(span.offset + span.length)
      guard rule.allows(storage.text.buffer[range]) else { return false }
    }
    return true
  }

  /// The names of the definitions, and at last that of the copy of the root, where the graph's own
  /// will not do.
  private static func names(
    _ storage: GraphStorage, _ rule: DefinitionNameRule, withRoot: Bool
  ) -> [(name: [UInt8], pointer: [UInt8])]? {
    guard withRoot || rule != .any && !allNamesSatisfy(rule, storage) else { return nil }
    var registry = DefinitionRegistry(storage.definitions, text: storage.text.buffer)
    if withRoot {
      let root = storage.nodes[0]
      _ = registry.append(
        DefinitionRegistry.Entry(
          title: root.isTitled ? storage.string(root.title) : "Root", type: nil, enclosing: nil))
    }
    return registry.names(rule).map { name in
      (
        OutputBuffer.quoted(name), OutputBuffer.quoted(DefinitionRegistry.pointer(to: name))
      )
    }
  }

  /// Ends the document.
  mutating func finish() throws(SchemaError) {
    if rootCopy != nil {
      isCopyingRoot = true
      let known = diagnostics
      try storage.walkRoot(&self)
      output.append(0x7D)
      diagnostics = known
    }
    if hasDefinitions { output.append(0x7D) }
    output.append(0x7D)
    if let warning = elementWarning() { diagnostics.append(warning) }
  }

  @inline(__always)
  mutating func append(_ span: TextSpan) {
    guard let text = text.baseAddress else { return }
    output.append(text + Int(span.offset), count: Int(span.length))
  }

  // MARK: Visiting

  mutating func enter(
    _ index: Int, _ record: NodeRecord, as role: RecordRole
  ) throws(SchemaError) {
    var isNullable = false
    switch role {
    case .root:
      if isCopyingRoot {
        beginDefinition()
        if let rootCopy { output.append(rootCopy.name) }
        output.append(0x3A)
      } else {
        try checkRoot(record)
      }
    case .definition(let definition):
      beginDefinition()
      appendName(of: definition)
      output.append(0x3A)
    case .property(let property, let position):
      try beginProperty(index, record, position)
      if record.kind == .never { return }
      let property = storage.properties[property]
      append(property.name)
      output.append(0x3A)
      isNullable = property.isOptional && rules.optional == .nullable
      if isNullable, standsBesideNull(record) { output.append(#"{"anyOf":["#) }
    case .additionalProperties:
      if writeAdditional(record) { return }
    case .patternProperty(let property, let position):
      output.append(position == 0 ? #","patternProperties":{"# : ",")
      append(storage.properties[property].name)
      output.append(0x3A)
      if record.kind == .never {
        output.append("false")
        return
      }
    case .items:
      output.append(#","items":"#)
    case .prefixItem(let position):
      if position > 0 { output.append(0x2C) }
    case .choice(let position):
      if rules.nullForm == .keyword {
        try enterChoice(index, record)
        return
      }
      if position > 0 { output.append(0x2C) }
    }
    output.append(0x7B)
    try writeKeywords(index, record, isNullable: isNullable)
  }

  /// Enters an alternative where `null` among them is said by a keyword of the union.
  private mutating func enterChoice(
    _ index: Int, _ record: NodeRecord
  ) throws(SchemaError) {
    if becomesKeyword(record) { return }
    var record = record
    if isFlat(storage.nodes[Int(record.parent)]) {
      if !handedDown.isNone { record.description = handedDown }
      handedDown = .none
      try writeKeywords(index, record, isNullable: true)
      return
    }
    if output.last != 0x5B { output.append(0x2C) }
    output.append(0x7B)
    try writeKeywords(index, record, isNullable: false)
  }

  /// Keeps a description for the alternative that stands for its union, unless there is one already.
  mutating func handDown(_ description: TextSpan) {
    if handedDown.isNone { handedDown = description }
  }

  private mutating func beginDefinition() {
    if hasDefinitions { output.append(0x2C) } else { output.append(#","$defs":{"#) }
    hasDefinitions = true
  }

  /// What stands in a schema object, up to its children.
  private mutating func writeKeywords(
    _ index: Int, _ record: NodeRecord, isNullable: Bool
  ) throws(SchemaError) {
    switch record.kind {
    case .rootReference, .definitionReference:
      writeReference(record, isNullable: isNullable)
    case .string, .integer, .number, .boolean, .array, .tuple, .object:
      writeType(record, isNullable: isNullable)
      if record.isTitled || !record.description.isNone || record.constraints >= 0 {
        try writeAnnotations(index, record, isFirst: false, isNullable: isNullable)
      }
      if record.kind == .object {
        try beginObject(index, record)
      } else if record.kind == .tuple {
        try beginTuple(index, record)
      }
    case .null:
      try handle(rules.null, "null", "the value null", index)
      output.append(rules.typeNames == .lowercase ? #""type":"null""# : #""type":"NULL""#)
      try writeAnnotations(index, record, isFirst: false, isNullable: false)
    case .any:
      if !listsChoices(record) {
        try handle(rules.anyValue, "any value", "a value of any kind", index)
      }
      try writeAnnotations(index, record, isFirst: true, isNullable: isNullable)
    case .anyOf:
      try writeUnion(index, record, isNullable: isNullable)
    case .never: break
    }
  }

  mutating func leave(
    _ index: Int, _ record: NodeRecord, as role: RecordRole
  ) throws(SchemaError) {
    switch record.kind {
    case .object: endObject(record, index)
    case .tuple:
      if record.count > 0 { output.append(0x5D) }
    case .anyOf: leaveUnion(record, as: role)
    case .never: return
    default: break
    }
    switch role {
    case .root: return
    case .additionalProperties where record.saysNothing: return
    case .choice where rules.nullForm == .keyword:
      if becomesKeyword(record) || isFlat(storage.nodes[Int(record.parent)]) { return }
      output.append(0x7D)
    case .property(let property, _):
      output.append(0x7D)
      if rules.optional == .nullable, storage.properties[property].isOptional,
        standsBesideNull(record)
      {
        output.append(#",{"type":"null"}]}"#)
      }
    default: output.append(0x7D)
    }
  }

  // MARK: Parts of a node

  private mutating func writeType(_ record: NodeRecord, isNullable: Bool) {
    if writesChoicesAsType(record) {
      writeChoices(record, isNullable: isNullable && rules.nullForm == .typeList)
      if isNullable, rules.nullForm == .keyword { output.append(#","nullable":true"#) }
      return
    }
    let isListed = isNullable && rules.nullForm == .typeList
    output.append(isListed ? #""type":["# : #""type":"#)
    if rules.typeNames == .lowercase {
      switch record.kind {
      case .string: output.append(#""string""#)
      case .integer: output.append(#""integer""#)
      case .number: output.append(#""number""#)
      case .boolean: output.append(#""boolean""#)
      case .array, .tuple: output.append(#""array""#)
      default: output.append(#""object""#)
      }
    } else {
      switch record.kind {
      case .string: output.append(#""STRING""#)
      case .integer: output.append(#""INTEGER""#)
      case .number: output.append(#""NUMBER""#)
      case .boolean: output.append(#""BOOLEAN""#)
      case .array, .tuple: output.append(#""ARRAY""#)
      default: output.append(#""OBJECT""#)
      }
    }
    if isListed { output.append(rules.typeNames == .lowercase ? #","null"]"# : #","NULL"]"#) }
    if isNullable, rules.nullForm == .keyword { output.append(#","nullable":true"#) }
  }

  private mutating func writeReference(_ record: NodeRecord, isNullable: Bool) {
    let isDescribed = !record.description.isNone
    let isWrapped = isNullable || (isDescribed && rules.referenceDescription == .wrapped)
    if isWrapped {
      if isDescribed {
        output.append(#""description":"#)
        append(record.description)
        output.append(0x2C)
      }
      if isNullable, rules.nullForm == .keyword { output.append(#""nullable":true,"#) }
      output.append(#""anyOf":[{"#)
    }
    output.append(#""$ref":"#)
    if record.kind == .rootReference {
      if let rootCopy { output.append(rootCopy.pointer) } else { output.append("\"#\"") }
    } else if let renamed {
      output.append(renamed[Int(record.first)].pointer)
    } else {
      append(storage.definitions[Int(record.first)].pointer)
    }
    if isWrapped {
      if isNullable, rules.nullForm != .keyword {
        output.append(#"},{"type":"null"}]"#)
      } else {
        output.append("}]")
      }
    } else if isDescribed {
      output.append(#","description":"#)
      append(record.description)
    }
  }

  private mutating func appendName(of definition: Int) {
    if let renamed {
      output.append(renamed[definition].name)
    } else {
      append(storage.definitions[definition].name)
    }
  }

  func writesTitle(_ record: NodeRecord) -> Bool {
    guard record.isTitled else { return false }
    switch rules.titles {
    case .root: return record.parent == .min && !isCopyingRoot
    case .everywhere: return true
    case .nowhere: return false
    }
  }

  /// Title, description and constraints.
  mutating func writeAnnotations(
    _ node: Int, _ record: NodeRecord, isFirst: Bool, isNullable: Bool
  ) throws(SchemaError) {
    var isFirst = isFirst
    if writesTitle(record) {
      if isFirst { output.append(#""title":"#) } else { output.append(#","title":"#) }
      isFirst = false
      if record.parent == .min || record.parent >= 0 {
        append(record.title)
      } else {
        appendName(of: Int(-1 - record.parent))
      }
    }
    guard record.constraints >= 0 else {
      if !record.description.isNone {
        if isFirst { output.append(#""description":"#) } else { output.append(#","description":"#) }
        append(record.description)
      }
      return
    }
    try writeConstrained(node, record, isFirst: isFirst, isNullable: isNullable)
  }

  /// The names of the properties: those required, and all of them in order.
  mutating func writeNames(_ record: NodeRecord, _ node: Int) {
    if rules.propertyOrder == .requiredFirst, rules.optional == .omitted {
      noteOrder(of: record, node)
    }
    output.append(#","required":["#)
    var isFirst = true
    let range = Int(record.first)..<Int(record.first + record.count)
    for index in range {
      let property = storage.properties[index]
      if property.isOptional && rules.optional == .omitted { continue }
      if storage.nodes[Int(property.node)].kind == .never { continue }
      if !isFirst { output.append(0x2C) }
      isFirst = false
      append(property.name)
    }
    output.append(0x5D)
    guard case .keyword(let keyword) = rules.orderListing else { return }
    output.append(UInt8(ascii: ","))
    output.append(quoting: keyword)
    output.append(UInt8(ascii: ":"))
    output.append(0x5B)
    isFirst = true
    for index in range where storage.nodes[Int(storage.properties[index].node)].kind != .never {
      if !isFirst { output.append(0x2C) }
      isFirst = false
      append(storage.properties[index].name)
    }
    output.append(0x5D)
  }
}
