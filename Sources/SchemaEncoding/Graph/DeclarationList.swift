import SchemaModel

/// The schemas that have been read.
///
/// Of some nothing but a type is kept: of an array type that of its elements, which says all; of a
/// definition that has been resolved the type itself, which is asked again if another hands its schema
/// on, to compare the two. The schemas of a million types would take more memory than all else, and
/// memory that has not been used before is what is dear at that depth.
final class DeclarationList {
  private enum Item {
    case declaration(GenerationSchema.Declaration)
    case array(of: any Generable.Type)
    case type(any Generable.Type, GenerationSchema.Declaration?)
  }

  @exclusivity(unchecked) private var items: FlatList<Item>

  init(capacity: Int) {
    items = FlatList(capacity: capacity)
  }

  /// The schema at an index.
  subscript(index: Int) -> GenerationSchema.Declaration {
    switch items[index] {
    case .declaration(let declaration): declaration
    case .array(let element): GenerationSchema(arrayOf: element).declaration
    case .type(_, let declaration?): declaration
    case .type(let type, nil): askAgain(type, for: index)
    }
  }

  private func askAgain(
    _ type: any Generable.Type, for index: Int
  ) -> GenerationSchema.Declaration {
    let declaration = type.generationSchema.declaration
    items[index] = .type(type, declaration)
    return declaration
  }

  /// The elements' type, if the schema at an index is that of an array type.
  @inline(__always)
  func elementOfArrayType(at index: Int) -> (any Generable.Type)? {
    if case .array(let element) = items[index] { element } else { nil }
  }

  /// Adds a schema.
  ///
  /// - Parameters:
  ///   - declaration: The schema.
  ///   - type: The type that says this of itself, if one does.
  func append(_ declaration: GenerationSchema.Declaration, of type: (any Generable.Type)?) {
    if let element = declaration.elementOfArrayType {
      items.append(.array(of: element))
    } else if let type {
      items.append(.type(type, declaration))
    } else {
      items.append(.declaration(declaration))
    }
  }

  /// Lets go of a schema that is not needed any more as a rule.
  func release(_ index: Int) {
    if case .type(let type, _?) = items[index] { items[index] = .type(type, nil) }
  }
}

extension GenerationSchema.Declaration {
  /// The elements' type, if this is the schema that an array type has by itself.
  @inline(__always)
  var elementOfArrayType: (any Generable.Type)? {
    guard case .arrayType = subject, case .array(of: .type(let element)) = kind, guides.isEmpty,
      summary == nil, case .untitled = titling, table == nil
    else { return nil }
    return element
  }
}
