import ContentStorage

/// The search for what is missing of a text that ended early.
enum MissingProperties {
  /// A schema with the table that its references are relative to.
  private struct Place {
    let declaration: GenerationSchema.Declaration
    let table: DynamicSchemaTable?

    init(_ schema: GenerationSchema, in table: DynamicSchemaTable? = nil) {
      declaration = schema.declaration
      self.table = schema.declaration.table ?? table
    }

    /// The target of a reference; `nil` if there is none.
    func following(_ reference: GenerationSchema.Reference) -> Place? {
      switch reference {
      case .type(let type): return Place(type.generationSchema)
      case .entry(let index):
        guard let table, table.entries.indices.contains(index) else { return nil }
        return Place(table.entries[index], in: table)
      }
    }
  }

  /// The paths of the required properties that the open structures do not have, and of the elements
  /// that open arrays of a fixed length do not have.
  ///
  /// It follows content and schema from the root to where the text ended. Of several alternatives it
  /// follows one only if what has arrived excludes the others.
  static func paths(in content: GeneratedContent, of schema: GenerationSchema) -> [SchemaPath] {
    var missing: [SchemaPath] = []
    var content = content
    var place = Place(schema)
    var path = SchemaPath()
    while !content.isComplete, let plain = resolve(place, for: content) {
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
          let property = properties.first { $0.describes(name) == true }
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
      guard let (component, part, reference) = next, let inner = plain.following(reference)
      else { return missing }
      path = path.appending(component)
      content = part
      place = inner
    }
    return missing
  }

  /// The schema that says what the content is made of, through aliases and choices.
  private static func resolve(_ place: Place, for content: GeneratedContent) -> Place? {
    var place = place
    // An alias or a choice of itself is a fault of the schema, which is reported elsewhere.
    for _ in 0..<64 {
      switch place.declaration.kind {
      case .alias(of: let reference):
        guard let inner = place.following(reference) else { return nil }
        place = inner
      case .anyOf(let references):
        let possible = references.compactMap(place.following)
          .filter { isPossible($0.declaration.kind, for: content) }
        guard possible.count == 1 else { return nil }
        place = possible[0]
      default:
        return place
      }
    }
    return nil
  }

  /// Whether what has arrived can become a value of a schema.
  private static func isPossible(
    _ kind: GenerationSchema.Kind, for content: GeneratedContent
  ) -> Bool {
    switch kind {
    case .never: return false
    case _ where content.shape == .nothing: return true
    case .object(let properties, let additional):
      guard content.shape == .object else { return false }
      for (name, part) in content.properties {
        guard let property = properties.first(where: { $0.describes(name) != false }) else {
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
    case .any, .alias, .anyOf: return true
    }
  }
}

extension GenerationSchema.Property {
  /// Whether this is the property of a name, or one whose pattern the name matches; `nil` where the
  /// pattern cannot be run.
  fileprivate func describes(_ name: String) -> Bool? {
    isPattern
      ? (try? SchemaPattern(ecma: self.name))?.matches(name)
      : ExactText(self.name) == ExactText(name)
  }
}
