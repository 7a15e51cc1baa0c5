public import AutomergeDocument

/// Finding objects by path.
extension Document {
  /// Returns the object at a path.
  ///
  /// - Parameter path: The text of a path, in the form of ``AnyCodingKey/parsePath(_:)``.
  /// - Returns: The object; `nil` if the path has a plain value or no value.
  /// - Throws: ``PathParseError`` if the path is malformed; ``CodingKeyLookupError`` if a value on
  ///   the path is missing or is not a container, or if an index is beyond the length of its list.
  public func lookupPath(path: String) throws -> ObjId? {
    try lookupPath(path: AnyCodingKey.parsePath(path))
  }

  /// Returns the object at a path.
  ///
  /// - Parameter path: The steps from the root.
  /// - Returns: The object; `nil` if the path has a plain value or no value.
  /// - Throws: The errors of ``lookupPath(path:)``.
  public func lookupPath(path: [any CodingKey]) throws -> ObjId? {
    let path = path.map { AnyCodingKey($0) }
    guard !path.isEmpty else { return .ROOT }
    guard case .Object(let object, _) = try valueAtPath(path) else { return nil }
    return object
  }

  /// Returns the value at a path; `nil` if the document has no value there.
  func valueAtPath(_ path: [AnyCodingKey]) throws -> Value? {
    try withLock {
      guard let last = path.last else { return .Object(.ROOT, .Map) }
      let container = try container(of: path, strategy: .readonly)
      return try CodingPlace(object: container, prop: last.prop).value(in: self)
    }
  }

  /// Returns the object that an encoder needs for a path.
  ///
  /// Creates the object if the strategy allows it.
  public func retrieveObjectId(
    path: [AnyCodingKey], containerType: EncodingContainerType, strategy: SchemaStrategy
  ) -> Result<ObjId, any Error> {
    Result {
      try transaction {
        guard let last = path.last else {
          guard containerType == .Key else { throw Self.rootIsNoList }
          return .ROOT
        }
        let container = try container(of: path, strategy: strategy)
        guard let type = containerType.objectType else { return container }
        return try CodingPlace(object: container, prop: last.prop)
          .object(type, in: self, strategy, path: path)
      }
    }
  }

  /// Returns the container in which the last step of a path is valid.
  ///
  /// Creates missing containers if the strategy allows it. Throws if an index of the path is beyond
  /// the length of its list.
  private func container(of path: [AnyCodingKey], strategy: SchemaStrategy) throws -> ObjId {
    guard let last = path.last, case .Key? = path.first?.prop else { throw Self.rootIsNoList }
    let parents = path.dropLast()
    if let cached = cachedObject(parents.map(\.prop)),
      try objectType(obj: cached) == Self.type(for: last)
    {
      try checkIndex(last, in: cached, path, strategy)
      return cached
    }
    var container = ObjId.ROOT
    for (index, key) in parents.enumerated() {
      // The path up to the step, which is made only for an error.
      func part() -> [AnyCodingKey] { Array(path[...index]) }
      let needed = Self.type(for: path[index + 1])
      try checkIndex(key, in: container, part(), strategy)
      let step = CodingPlace(object: container, prop: key.prop)
      if strategy != .override { try checkStep(step, needed, part()) }
      container = try step.object(needed, in: self, strategy, path: part())
    }
    try checkIndex(last, in: container, path, strategy)
    if !parents.isEmpty { cacheObject(container, at: parents.map(\.prop)) }
    return container
  }

  /// Returns the type of the containers in which a step is valid.
  private static func type(for step: AnyCodingKey) -> ObjType {
    if case .Index = step.prop { .List } else { .Map }
  }

  /// Throws if a path continues after a text or a plain value, or if its next step does not fit the
  /// container.
  ///
  /// `path`: The path up to the step, which is made only for an error.
  private func checkStep(
    _ step: CodingPlace, _ needed: ObjType, _ path: @autoclosure () -> [AnyCodingKey]
  ) throws {
    switch try step.value(in: self) {
    case .Object(_, .Text):
      throw CodingKeyLookupError.PathExtendsThroughText(
        "The path continues below the text at \(path().stringPath()).")
    case .Object(_, let type) where type != needed && needed == .List:
      throw CodingKeyLookupError.InvalidIndexLookup(
        "The path uses an index on the map at \(path().stringPath()); use a key.")
    case .Object(_, let type) where type != needed:
      throw CodingKeyLookupError.InvalidValueLookup(
        "The path uses a key on the list at \(path().stringPath()); use an index.")
    case .Scalar(let value) where value != .Null:
      throw CodingKeyLookupError.PathExtendsThroughScalar(
        "The path continues below the plain value at \(path().stringPath()).")
    default: return
    }
  }

  /// Throws if a step is an index beyond the length of its list.
  ///
  /// `path`: The path up to the step, which is made only for an error.
  private func checkIndex(
    _ step: AnyCodingKey, in list: ObjId, _ path: @autoclosure () -> [AnyCodingKey],
    _ strategy: SchemaStrategy
  ) throws {
    guard case .Index(let index) = step.prop else { return }
    let length = length(obj: list)
    guard index > length else { return }
    throw CodingKeyLookupError.IndexOutOfBounds(
      strategy == .readonly
        ? "The index \(index) in \(path().stringPath()) is beyond the list of length \(length)."
        : "The index \(index) in \(path().stringPath()) is too far beyond the length: use "
          + "\(length) to append a new item.")
  }

  private static var rootIsNoList: CodingKeyLookupError {
    CodingKeyLookupError.InvalidIndexLookup(
      "The root of a document is a map; begin the path with a key.")
  }
}
