import SchemaModel

/// Writes a document anew with each schema object adapted to a dialect, from the root down.
struct SchemaAdapter {
  private enum Task {
    case text(StaticString)
    case key(String)
    case value(SchemaValue, role: SchemaPlace.Role, trail: Int)
    case node(EncodedSchema.Node, role: SchemaPlace.Role, trail: Int)
  }

  private let adaptation: SchemaDialect.Adaptation
  private let trail = SchemaPlace.Trail()
  private var tasks: [Task] = []

  init(_ adaptation: @escaping SchemaDialect.Adaptation) {
    self.adaptation = adaptation
  }

  /// The document with each schema object adapted.
  func adapted(_ bytes: EncodedBytes) throws -> EncodedBytes {
    var adapter = self
    var output = OutputBuffer(capacity: bytes.count + 64)
    let document = DocumentIndex(bytes)
    adapter.tasks = [
      .node(
        EncodedSchema.Node(document: document, range: 0..<bytes.count), role: .root, trail: -1)
    ]
    do {
      while let task = adapter.tasks.popLast() { try adapter.perform(task, &output) }
    } catch {
      output.deallocate()
      throw error
    }
    return output.take()
  }

  private mutating func perform(_ task: Task, _ output: inout OutputBuffer) throws {
    switch task {
    case .text(let text): output.append(text)
    case .key(let name):
      output.append(quoting: name)
      output.append(0x3A)
    case .node(let node, let role, let trail):
      var keywords = node.keywords
      try adaptation(&keywords, SchemaPlace(role: role, trail: self.trail, index: trail))
      push(
        keywords.members.map { member in
          (member.name, .value(member.value, role: Self.role(under: member.name), trail: trail))
        })
    case .value(let value, let role, let trail): write(value, role, trail, &output)
    }
  }

  private mutating func write(
    _ value: SchemaValue, _ role: SchemaPlace.Role, _ trail: Int, _ output: inout OutputBuffer
  ) {
    switch value {
    case .null: output.append("null")
    case .boolean(let value): output.append(value ? "true" : "false")
    case .number(let number): output.append(Array(number.description.utf8))
    case .string(let string): output.append(quoting: string)
    case .array(let values):
      push(list: values.map { .value($0, role: .other, trail: trail) })
    case .object(let members):
      push(members.map { ($0.name, .value($0.value, role: .other, trail: trail)) })
    case .schema(let node): tasks.append(.node(node, role: role, trail: trail))
    case .schemas(let nodes): push(list: nodes.map { .node($0, role: role, trail: trail) })
    case .namedSchemas(let schemas):
      push(
        schemas.map { schema in
          let below = role == .definition ? -1 : trail
          return (
            schema.name,
            .node(schema.schema, role: role, trail: self.trail.append(schema.name, below: below))
          )
        })
    }
  }

  private static func role(under keyword: String) -> SchemaPlace.Role {
    switch keyword {
    case "properties": .property
    case "$defs": .definition
    case "items": .items
    case "additionalProperties", "patternProperties": .additionalProperties
    case "prefixItems": .prefixItem
    case "anyOf", "oneOf", "allOf": .choice
    default: .other
    }
  }

  /// Notes an object to be written; what is noted last is done first.
  private mutating func push(_ members: [(String, Task)]) {
    tasks.append(.text("}"))
    for (index, member) in members.enumerated().reversed() {
      tasks.append(member.1)
      tasks.append(.key(member.0))
      if index > 0 { tasks.append(.text(",")) }
    }
    tasks.append(.text("{"))
  }

  private mutating func push(list: [Task]) {
    tasks.append(.text("]"))
    for (index, task) in list.enumerated().reversed() {
      tasks.append(task)
      if index > 0 { tasks.append(.text(",")) }
    }
    tasks.append(.text("["))
  }
}
