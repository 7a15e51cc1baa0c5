import AutomergeDocument

/// A place in a document: a key of a map or an index of a list.
struct CodingPlace {
  let object: ObjId
  let prop: Prop

  /// Returns the value at the place; `nil` if there is none.
  func value(in document: Document) throws -> Value? {
    switch prop {
    case .Key(let key): return try document.get(obj: object, key: key)
    case .Index(let index): return try document.get(obj: object, index: index)
    }
  }

  /// Sets a value, or inserts it at the end of a list.
  private func set(_ value: ScalarValue, in document: Document) throws {
    switch prop {
    case .Key(let key): try document.put(obj: object, key: key, value: value)
    case .Index(let index):
      if index < document.length(obj: object) {
        try document.put(obj: object, index: index, value: value)
      } else {
        try document.insert(obj: object, index: index, value: value)
      }
    }
  }

  /// Sets a new object, or inserts it at the end of a list.
  private func setObject(_ type: ObjType, in document: Document) throws -> ObjId {
    switch prop {
    case .Key(let key): return try document.putObject(obj: object, key: key, ty: type)
    case .Index(let index):
      if index < document.length(obj: object) {
        return try document.putObject(obj: object, index: index, ty: type)
      }
      return try document.insertObject(obj: object, index: index, ty: type)
    }
  }

  func increment(by amount: Int64, in document: Document) throws {
    switch prop {
    case .Key(let key): try document.increment(obj: object, key: key, by: amount)
    case .Index(let index): try document.increment(obj: object, index: index, by: amount)
    }
  }

  /// Sets a plain value, unless the place already has this value.
  ///
  /// Throws if the strategy doesn't allow the edit.
  ///
  /// `path`: The path to the place, which is made only for an error.
  /// `overwriting`: Receives the value that is about to be replaced or changed.
  func put(
    _ scalar: ScalarValue, in document: Document, _ strategy: SchemaStrategy,
    path: @autoclosure () -> [AnyCodingKey],
    overwriting: (Value) throws -> Void = { _ in }
  ) throws {
    switch try value(in: document) {
    case nil:
      guard strategy != .readonly else { throw Self.missing(path()) }
    case .Scalar(scalar)?: return
    case .Scalar(let former)?: try overwriting(.Scalar(former))
    case .Object(let object, let type)?:
      if type == .Text, case .String(let string) = scalar {
        try overwriting(.Object(object, type))
        // A text object is edited instead of replaced, so that concurrent edits merge with this
        // edit.
        return try document.updateText(obj: object, value: string)
      }
      let isAllowed = strategy == .override || strategy == .createWhenNeeded && scalar == .Null
      guard isAllowed else {
        throw Self.mismatch(
          .Object(object, type), expected: "\(TypeOfAutomergeValue(scalar))", path())
      }
    }
    try set(scalar, in: document)
  }

  /// Returns the object at the place.
  ///
  /// Creates or replaces the object if the strategy allows it.
  ///
  /// `path`: The path to the place, which is made only for an error.
  /// `overwriting`: Receives the value that is about to be replaced.
  func object(
    _ type: ObjType, in document: Document, _ strategy: SchemaStrategy,
    path: @autoclosure () -> [AnyCodingKey],
    overwriting: (Value) throws -> Void = { _ in }
  ) throws -> ObjId {
    switch try value(in: document) {
    case .Object(let object, let found) where found == type: return object
    case nil, .Scalar(.Null):
      guard strategy != .readonly else { throw Self.missing(path()) }
      return try setObject(type, in: document)
    case .some(let value):
      guard strategy == .override else { throw Self.mismatch(value, expected: "\(type)", path()) }
      try overwriting(value)
      return try setObject(type, in: document)
    }
  }

  /// The error for writing a value that is not a map at the root.
  static var noPlace: CodingKeyLookupError {
    CodingKeyLookupError.NoPathForSingleValue(
      "The root of a document is a map, and the value is not; write it at a path.")
  }

  private static func missing(_ path: [AnyCodingKey]) -> CodingKeyLookupError {
    CodingKeyLookupError.SchemaMissing(
      "The document has no value at \(path.stringPath()); put a value there first, or encode with "
        + "the strategy createWhenNeeded.")
  }

  private static func mismatch(
    _ value: Value, expected: String, _ path: [AnyCodingKey]
  ) -> CodingKeyLookupError {
    CodingKeyLookupError.MismatchedSchema(
      "The document has a value of type \(TypeOfAutomergeValue(value)) at \(path.stringPath()) "
        + "where \(expected) is needed; to replace it, encode with the strategy override and "
        + "without cautiousWrite.")
  }
}
