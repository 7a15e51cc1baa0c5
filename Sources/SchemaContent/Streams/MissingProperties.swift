import ContentStorage

/// The search for what a text that ended early should still have had.
enum MissingProperties {
  /// The ways to the required properties that the structures still open do not have, and to the
  /// elements that arrays of a fixed length do not.
  ///
  /// It goes down from the whole to where the text ended, along with the schema. Where several
  /// schemas are possible it goes on only if what has arrived leaves one of them.
  static func paths(in content: GeneratedContent, of schema: GenerationSchema) -> [SchemaPath] {
    var missing: [SchemaPath] = []
    var content = content
    var schema = schema
    var path = SchemaPath()
    while !content.isComplete, let plain = resolve(schema, for: content) {
      var next: (SchemaPath.Component, GeneratedContent, GenerationSchema.Reference)?
      switch plain.declaration.kind {
      case .object(let properties, let additional):
        guard content.shape == .object || content.shape == .nothing else { return missing }
        for property in properties {
          if content.property(named: property.name) == nil, !property.isOptional {
            missing.append(path.appending(.key(property.name)))
          }
        }
        for (name, part) in content.properties where !part.isComplete {
          let property = properties.first { $0.name == name }
          guard let reference = property?.reference ?? additional else { continue }
          next = (.key(name), part, reference)
        }
      case .array(of: let reference) where content.shape == .array:
        for (index, element) in content.elements.enumerated() where !element.isComplete {
          next = (.index(index), element, reference)
        }
      case .tuple(let references) where content.shape == .array:
        var count = 0
        for element in content.elements {
          if !element.isComplete, references.indices.contains(count) {
            next = (.index(count), element, references[count])
          }
          count += 1
        }
        for index in references.indices.dropFirst(count) {
          missing.append(path.appending(.index(index)))
        }
      default:
        return missing
      }
      guard let (component, part, reference) = next, let inner = follow(reference, from: plain)
      else { return missing }
      path = path.appending(component)
      content = part
      schema = inner
    }
    return missing
  }

  private static func follow(
    _ reference: GenerationSchema.Reference, from schema: GenerationSchema
  ) -> GenerationSchema? {
    switch reference {
    case .type(let type):
      return type.generationSchema
    case .entry(let index):
      guard let table = schema.declaration.table, table.entries.indices.contains(index)
      else { return nil }
      return table.entries[index]
    }
  }

  /// The schema that says what the content is made of, through aliases and choices.
  private static func resolve(
    _ schema: GenerationSchema, for content: GeneratedContent
  ) -> GenerationSchema? {
    var schema = schema
    // An alias or a choice of itself is a fault of the schema, which is reported elsewhere.
    for _ in 0..<64 {
      switch schema.declaration.kind {
      case .alias(of: let reference):
        guard let inner = follow(reference, from: schema) else { return nil }
        schema = inner
      case .anyOf(let references):
        let possible = references.compactMap { follow($0, from: schema) }
          .filter { isPossible($0, for: content) }
        guard possible.count == 1 else { return nil }
        schema = possible[0]
      default:
        return schema
      }
    }
    return nil
  }

  /// Whether what has arrived can become a value of a schema.
  private static func isPossible(
    _ schema: GenerationSchema, for content: GeneratedContent
  ) -> Bool {
    switch schema.declaration.kind {
    case .object(let properties, let additional):
      guard content.shape == .object else { return content.shape == .nothing }
      for (name, part) in content.properties {
        guard let property = properties.first(where: { $0.name == name }) else {
          if additional == nil { return false }
          continue
        }
        guard part.isComplete, let text = try? String(part) else { continue }
        for guide in property.guides where guide.depth == 0 {
          if case .choices(let choices) = guide.constraint, !choices.contains(text) { return false }
        }
      }
      return true
    case .array, .tuple: return content.shape == .array
    case .string: return content.shape == .string
    case .integer, .number: return content.shape == .number
    case .boolean: return content.shape == .bool
    case .null: return content.shape == .null
    case .never: return false
    case .any, .alias, .anyOf: return true
    }
  }
}
