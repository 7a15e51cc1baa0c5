/// A set of the types of JSON values that schemas distinguish.
package struct ValueTypes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package static let null = ValueTypes(rawValue: 1)
  package static let boolean = ValueTypes(rawValue: 2)
  package static let integer = ValueTypes(rawValue: 4)
  /// Numbers that are not integers.
  package static let fraction = ValueTypes(rawValue: 8)
  package static let string = ValueTypes(rawValue: 16)
  package static let array = ValueTypes(rawValue: 32)
  package static let object = ValueTypes(rawValue: 64)

  package static let number: ValueTypes = [.integer, .fraction]
  package static let all = ValueTypes(rawValue: 127)

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates the types of a list together.
  package init(_ types: [ValueTypes]) {
    self.init(rawValue: types.reduce(0) { $0 | $1.rawValue })
  }

  /// Creates the types of a literal.
  ///
  /// The initializers of `SetAlgebra` are generic, and take several times as long.
  package init(arrayLiteral types: ValueTypes...) { self.init(types) }

  /// The types of the names in `type`, as lists of one element.
  ///
  /// Schemas share these lists.
  private static let lists: [(name: TextOutline, types: [ValueTypes])] = [
    (TextOutline("string"), [.string]), (TextOutline("object"), [.object]),
    (TextOutline("integer"), [.integer]), (TextOutline("array"), [.array]),
    (TextOutline("boolean"), [.boolean]), (TextOutline("number"), [.number]),
    (TextOutline("null"), [.null]),
  ]

  /// Returns the type of a name in `type`, as a list of one element; `nil` for an unknown name.
  package static func list(of name: TextOutline) -> [ValueTypes]? {
    lists.first { $0.name.isSame(as: name) }?.types
  }

  /// Creates the types that values of a kind may have.
  package init(_ kind: SchemaKind) {
    switch kind {
    case .string: self = .string
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .null: self = .null
    case .array, .tuple: self = .array
    case .object: self = .object
    case .never: self = []
    case .any, .anyOf, .reference: self = .all
    }
  }

  /// Creates the types that values of a shape may have.
  ///
  /// Before any byte has arrived, a value may have all types.
  package init(_ shape: ContentShape) {
    switch shape {
    case .null: self = .null
    case .bool: self = .boolean
    case .number: self = .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    case .nothing: self = .all
    }
  }

  /// Creates the type of a scalar.
  package init(_ scalar: SchemaScalar) {
    switch scalar {
    case .null: self = .null
    case .boolean: self = .boolean
    case .string: self = .string
    case .number(let number): self = number.isInteger ? .integer : .fraction
    }
  }

  /// Creates the type of a value.
  package init(_ content: GeneratedContent) {
    self.init(content.shape)
    if self == .number { self = content.exactNumber?.isInteger == true ? .integer : .fraction }
  }

  package func mayHave(_ shape: ContentShape) -> Bool { !isDisjoint(with: ValueTypes(shape)) }

  /// The set divided into the kinds of schemas.
  ///
  /// All numbers are one kind.
  package var kinds: [ValueTypes] {
    let number = intersection(.number)
    return [.string, number, .boolean, .array, .object, .null].filter {
      !$0.isEmpty && isSuperset(of: $0)
    }
  }

  /// One type as a noun with its article.
  package var phrase: String {
    let kind: SchemaKind =
      switch self {
      case .null: .null
      case .boolean: .boolean
      case .integer: .integer
      case .string: .string
      case .array: .array
      case .object: .object
      default: .number
      }
    return kind.phrase
  }
}

extension GeneratedContent {
  /// The value as a scalar; `nil` for an array, an object, or a number that cannot be stored
  /// exactly.
  package var scalar: SchemaScalar? {
    switch shape {
    case .null: .null
    case .bool: truth.map { .boolean($0) }
    case .string: text.map { .string($0) }
    case .number: exactNumber.map { .number($0) }
    case .array, .object, .nothing: nil
    }
  }
}
