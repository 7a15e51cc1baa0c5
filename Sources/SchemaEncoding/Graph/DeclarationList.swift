import SchemaModel

/// The schemas that have been read.
///
/// Of an array type nothing but the type of its elements is kept, which says all: its schema is made
/// again where it is asked for. The schemas of a million nested arrays would take more memory than
/// all else, and memory that has not been used before is what is dear at that depth.
final class DeclarationList {
  private enum Item {
    case declaration(GenerationSchema.Declaration)
    case array(of: any Generable.Type)
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
    }
  }

  /// The elements' type, if the schema at an index is that of an array type.
  @inline(__always)
  func elementOfArrayType(at index: Int) -> (any Generable.Type)? {
    if case .array(let element) = items[index] { element } else { nil }
  }

  func append(_ declaration: GenerationSchema.Declaration) {
    if let element = declaration.elementOfArrayType {
      items.append(.array(of: element))
    } else {
      items.append(.declaration(declaration))
    }
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
