import SchemaGuides
import SchemaModel

/// Writes a graph under a dialect's rules: it is led by each node once, and writes it on the way.
struct SchemaWriter: RecordVisitor {
  typealias Failure = SchemaError

  let storage: GraphStorage
  private let text: UnsafeBufferPointer<UInt8>
  let rules: DialectRules
  let dialect: String
  let orderKey: [UInt8]

  /// The names and pointers of definitions, where the dialect does not allow the graph's own.
  let renamed: [(name: [UInt8], pointer: [UInt8])]?

  var output: OutputBuffer
  var diagnostics: [SchemaDiagnostic] = []
  private var hasDefinitions = false

  init(graph: SchemaGraph, rules: DialectRules, dialect: String) {
    storage = graph.storage
    text = graph.storage.text.buffer
    self.rules = rules
    self.dialect = dialect
    orderKey = rules.orderKey
    renamed = Self.renamed(storage.registry, rules.definitionNames)
    // Names are written three times as a rule, keywords once for each node.
    output = OutputBuffer(
      capacity: storage.text.count * 2 + storage.nodes.count * 48 + 256)
  }

  private static func renamed(
    _ registry: DefinitionRegistry, _ rule: DefinitionNameRule
  ) -> [(name: [UInt8], pointer: [UInt8])]? {
    guard rule != .any, registry.count > 0 else { return nil }
    return registry.names(rule).map { name in
      (
        OutputBuffer.quoted(name), OutputBuffer.quoted(DefinitionRegistry.pointer(to: name))
      )
    }
  }

  /// Ends the document.
  mutating func finish() {
    if hasDefinitions { output.append(0x7D) }
    output.append(0x7D)
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
      try checkRoot(record)
    case .definition(let definition):
      if hasDefinitions { output.append(0x2C) } else { output.append(#","$defs":{"#) }
      hasDefinitions = true
      appendName(of: definition)
      output.append(0x3A)
    case .property(let property, let position):
      if position > 0 { output.append(0x2C) }
      let property = storage.properties[property]
      append(property.name)
      output.append(0x3A)
      isNullable = property.isOptional && rules.optional == .nullable
    case .items:
      output.append(#","items":"#)
    case .choice(let position):
      if position > 0 { output.append(0x2C) }
    }
    output.append(0x7B)
    switch record.kind {
    case .rootReference, .definitionReference:
      writeReference(record, isNullable: isNullable)
    case .string, .integer, .number, .boolean, .array, .object:
      writeType(record.kind, isNullable: isNullable)
      if record.isTitled || !record.description.isNone || record.constraints >= 0 {
        try writeAnnotations(index, record, isFirst: false, isNullable: isNullable)
      }
      if record.kind == .object {
        output.append(#","additionalProperties":false,"properties":{"#)
      }
    case .null:
      try handle(rules.null, "null", "the value null", index)
      output.append(#""type":"null""#)
      try writeAnnotations(index, record, isFirst: false, isNullable: false)
    case .any:
      try handle(rules.anyValue, "any value", "a value of any kind", index)
      try writeAnnotations(index, record, isFirst: true, isNullable: false)
    case .anyOf:
      let isFirst = record.description.isNone && !writesTitle(record)
      try writeAnnotations(index, record, isFirst: true, isNullable: false)
      if isFirst { output.append(#""anyOf":["#) } else { output.append(#","anyOf":["#) }
    }
  }

  mutating func leave(
    _ index: Int, _ record: NodeRecord, as role: RecordRole
  ) throws(SchemaError) {
    switch record.kind {
    case .object:
      output.append(0x7D)
      writeNames(record)
    case .anyOf:
      if rules.optional == .nullable, case .property(let property, _) = role,
        storage.properties[property].isOptional
      {
        output.append(#",{"type":"null"}"#)
      }
      output.append(0x5D)
    default: break
    }
    if case .root = role { return }
    output.append(0x7D)
  }

  // MARK: Parts of a node

  private mutating func writeType(_ kind: NodeKind, isNullable: Bool) {
    if isNullable {
      switch kind {
      case .string: output.append(#""type":["string","null"]"#)
      case .integer: output.append(#""type":["integer","null"]"#)
      case .number: output.append(#""type":["number","null"]"#)
      case .boolean: output.append(#""type":["boolean","null"]"#)
      case .array: output.append(#""type":["array","null"]"#)
      default: output.append(#""type":["object","null"]"#)
      }
    } else {
      switch kind {
      case .string: output.append(#""type":"string""#)
      case .integer: output.append(#""type":"integer""#)
      case .number: output.append(#""type":"number""#)
      case .boolean: output.append(#""type":"boolean""#)
      case .array: output.append(#""type":"array""#)
      default: output.append(#""type":"object""#)
      }
    }
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
      output.append(#""anyOf":[{"#)
    }
    output.append(#""$ref":"#)
    if record.kind == .rootReference {
      output.append("\"#\"")
    } else if let renamed {
      output.append(renamed[Int(record.first)].pointer)
    } else {
      append(storage.definitions[Int(record.first)].pointer)
    }
    if isWrapped {
      if isNullable { output.append(#"},{"type":"null"}]"#) } else { output.append("}]") }
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
    case .root: return record.parent == .min
    case .everywhere: return true
    case .nowhere: return false
    }
  }

  /// Title, description and constraints.
  private mutating func writeAnnotations(
    _ node: Int, _ record: NodeRecord, isFirst: Bool, isNullable: Bool
  ) throws(SchemaError) {
    var isFirst = isFirst
    if writesTitle(record) {
      if isFirst { output.append(#""title":"#) } else { output.append(#","title":"#) }
      isFirst = false
      if record.parent == .min {
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
    try writeConstrained(node, record, isNullable: isNullable)
  }

  /// The names of the properties: those required, and all of them in order.
  private mutating func writeNames(_ record: NodeRecord) {
    output.append(#","required":["#)
    var isFirst = true
    let range = Int(record.first)..<Int(record.first + record.count)
    for index in range {
      let property = storage.properties[index]
      if property.isOptional && rules.optional == .omitted { continue }
      if !isFirst { output.append(0x2C) }
      isFirst = false
      append(property.name)
    }
    output.append(0x5D)
    guard !orderKey.isEmpty else { return }
    output.append(orderKey)
    output.append(0x5B)
    for index in range {
      if index > range.lowerBound { output.append(0x2C) }
      append(storage.properties[index].name)
    }
    output.append(0x5D)
  }
}
