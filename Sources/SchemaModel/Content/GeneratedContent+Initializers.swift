import ContentStorage

extension GeneratedContent {
  /// Creates content from content, and never throws.
  ///
  /// - Throws: Nothing. The initializer is marked `throws` because the protocol requires it.
  public init(_ content: GeneratedContent) throws { self = content }

  /// Creates content from a value.
  public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

  /// Creates content from a value and gives it an id.
  public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
    self = value.generatedContent
    self.id = id
  }

  /// Creates a structure.
  ///
  /// A property whose value is `nil` becomes null, which the schema of an optional property does
  /// not allow; ``init(properties:omittingNil:id:)`` leaves it out.
  ///
  /// - Parameters:
  ///   - properties: Names and values, in order. If a name occurs twice, the last value is used, at
  ///     the position of the first.
  ///   - id: The id of the structure.
  public init(
    properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>,
    id: GenerationID? = nil
  ) {
    self.init(properties: properties, omittingNil: false, id: id)
  }

  /// Creates a structure, with or without the properties whose value is `nil`.
  ///
  ///     GeneratedContent(properties: ["name": name, "note": note], omittingNil: true)
  ///
  /// - Parameters:
  ///   - properties: Names and values, in order. If a name occurs twice, the last value is used, at
  ///     the position of the first.
  ///   - omittingNil: `true` if a property whose value is `nil` is left out; otherwise it is null.
  ///     Content that is null, rather than `nil`, is kept.
  ///   - id: The id of the structure.
  public init(
    properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, omittingNil: Bool,
    id: GenerationID? = nil
  ) {
    var table = PropertyTable(capacity: properties.count)
    for (name, value) in properties {
      let content = value.generatedContent
      // The cast is slow, so only null is cast.
      if omittingNil, content.isNull, (value as? any Nullable)?.isNil == true { continue }
      if let index = table.index(of: name) {
        table.values[index] = content
      } else {
        table.append(name, content)
      }
    }
    self = table.structure(id: id)
  }

  /// Creates a structure, combining the values of a name that occurs more than once.
  ///
  /// Swift finds no common type for mixed literals, so the list needs one:
  ///
  ///     let properties: [(String, any ConvertibleToGeneratedContent)] = [
  ///       ("name", "Ada"), ("born", 1815), ("name", "Augusta"),
  ///     ]
  ///     GeneratedContent(properties: properties, uniquingKeysWith: { first, _ in first })
  ///     // {"name": "Ada", "born": 1815}
  ///
  /// - Parameters:
  ///   - properties: Names and values, in order.
  ///   - id: The id of the structure.
  ///   - combine: A function that gets the value so far and the next value of the same name, and
  ///     returns the value to keep. The kept value has the position of the first.
  /// - Throws: An error of `combine`.
  public init<S: Sequence, Combined: ConvertibleToGeneratedContent>(
    properties: S, id: GenerationID? = nil,
    uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> Combined
  ) rethrows where S.Element == (String, any ConvertibleToGeneratedContent) {
    var table = PropertyTable(capacity: properties.underestimatedCount)
    for (name, value) in properties {
      let content = value.generatedContent
      if let index = table.index(of: name) {
        table.values[index] = try combine(table.values[index], content).generatedContent
      } else {
        table.append(name, content)
      }
    }
    self = table.structure(id: id)
  }

  /// Creates an array.
  public init<S: Sequence>(elements: S, id: GenerationID? = nil)
  where S.Element == any ConvertibleToGeneratedContent {
    self.init(contents: elements.lazy.map { $0.generatedContent }, id: id)
  }

  /// Creates content from its kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of the content. In a structure, properties that are missing from the
  ///     ordered keys come last, sorted by name. Keys without a property are left out. A number
  ///     that is infinite or NaN becomes null.
  ///   - id: The id.
  public init(kind: Kind, id: GenerationID? = nil) {
    switch kind {
    case .null:
      self.init(StoredContent.null)
    case .bool(let value):
      self = value.generatedContent
    case .number(let value):
      self = value.generatedContent
    case .string(let value):
      self = value.generatedContent
    case .array(let elements):
      self.init(contents: elements, id: nil)
    case .structure(let properties, let orderedKeys):
      var table = PropertyTable(capacity: properties.count)
      for key in orderedKeys {
        guard let value = properties[key], table.index(of: key) == nil else { continue }
        table.append(key, value)
      }
      if table.values.count < properties.count {
        let listed = Set(orderedKeys)
        for key in properties.keys.filter({ !listed.contains($0) }).sorted() {
          if let value = properties[key] { table.append(key, value) }
        }
      }
      self = table.structure(id: nil)
    }
    self.id = id
  }

  /// Creates an array of content.
  init(contents: some Sequence<GeneratedContent>, id: GenerationID?) {
    var builder = ContentBuilder(words: 8 + 2 * contents.underestimatedCount, textBytes: 64)
    builder.beginArray()
    for element in contents { builder.append(element) }
    builder.endArray()
    self = builder.finish()
    self.id = id
  }

  /// Creates a number.
  package init(number: SchemaNumber) {
    if let integer = number.int64 {
      self.init(StoredContent(integer: integer))
    } else {
      var text: [UInt8] = []
      text.appendJSON(number)
      self.init(StoredContent(numberText: text))
    }
  }
}

/// A value that may be `nil`.
private protocol Nullable {
  var isNil: Bool { get }
}

extension Optional: Nullable {
  fileprivate var isNil: Bool {
    switch self {
    case .none: true
    // `.some(nil)` of a nested optional also counts as `nil`.
    case .some(let value as any Nullable): value.isNil
    case .some: false
    }
  }
}

/// The properties of a structure that is being built, found by the bytes of their names.
private struct PropertyTable {
  private var names: [String] = []
  var values: [GeneratedContent] = []
  /// The positions of the names, if there are more than ``searchedCount``.
  private var indices: [ExactText: Int] = [:]

  /// The number of names up to which comparing them takes less time than hashing them.
  private static let searchedCount = 8

  init(capacity: Int) {
    names.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
    if capacity > Self.searchedCount { indices.reserveCapacity(capacity) }
  }

  func index(of name: String) -> Int? {
    names.count > Self.searchedCount
      ? indices[ExactText(name)] : names.firstIndex { ExactText($0) == ExactText(name) }
  }

  /// Adds a new name.
  mutating func append(_ name: String, _ value: GeneratedContent) {
    names.append(name)
    values.append(value)
    if names.count == Self.searchedCount + 1 {
      for (index, name) in names.enumerated() { indices[ExactText(name)] = index }
    } else if names.count > Self.searchedCount {
      indices[ExactText(name)] = names.count - 1
    }
  }

  func structure(id: GenerationID?) -> GeneratedContent {
    var builder = ContentBuilder(words: 8 + 4 * names.count, textBytes: 24 * names.count)
    builder.beginObject()
    for (name, value) in zip(names, values) {
      builder.key(name)
      builder.append(value)
    }
    builder.endObject()
    var content = builder.finish()
    content.id = id
    return content
  }
}
