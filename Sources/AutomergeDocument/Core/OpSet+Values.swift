/// Finds objects and elements by the identities and indices that callers pass.
extension OpSet {
  func object(_ id: ObjId) throws(AutomergeError) -> ObjectIndex {
    guard case .made(let counter, let actor) = id.place else { return .root }
    guard let index = actors.existingIndex(of: actor, hint: id.actorHint),
      let object = objects.index(of: OpID(counter: counter, actor: index))
    else {
      throw AutomergeError(
        .objectNotFound, "The document has no object \(id); merge the change that makes it.")
    }
    return object
  }

  func map(_ id: ObjId) throws(AutomergeError) -> ObjectIndex {
    let object = try object(id)
    guard isMap(object) else {
      throw AutomergeError(.wrongObjectType, "The object \(id) is not a map; use an index.")
    }
    return object
  }

  /// Returns the list or text with an identity.
  func sequence(_ id: ObjId) throws(AutomergeError) -> ObjectIndex {
    let object = try object(id)
    guard !isMap(object) else {
      throw AutomergeError(.wrongObjectType, "The object \(id) is a map; use a key.")
    }
    return object
  }

  func text(_ id: ObjId) throws(AutomergeError) -> ObjectIndex {
    let object = try object(id)
    guard objects[object].type == .Text else {
      throw AutomergeError(.wrongObjectType, "The object \(id) is not a text.")
    }
    return object
  }

  func element(
    _ index: UInt64, of object: ObjectIndex, at clock: Clock? = nil
  ) throws(AutomergeError) -> RowIndex {
    guard let element = element(at: index, of: object, at: clock) else {
      throw Self.outOfBounds(index, length: length(of: object, at: clock))
    }
    return element
  }

  static func outOfBounds(_ index: UInt64, length: UInt64) -> AutomergeError {
    AutomergeError(
      .indexOutOfBounds, "The index \(index) is outside the \(length) elements.")
  }
}

/// The public form of values, at a point in the history; a clock of `nil` stands for the current
/// state.
extension OpSet {
  /// Returns the winning value of a map entry.
  func value(_ object: ObjectIndex, key: String, at clock: Clock?) -> Value? {
    guard let index = strings.existingIndex(of: key),
      let row = winner(registerKey(object, ObjectKey(index)), at: clock)
    else { return nil }
    return value(row, at: clock)
  }

  /// Returns all concurrent values of a map entry; the last wins.
  func allValues(_ object: ObjectIndex, key: String, at clock: Clock?) -> [Value] {
    guard let index = strings.existingIndex(of: key) else { return [] }
    return visibleRows(registerKey(object, ObjectKey(index)), at: clock).map {
      value($0, at: clock)
    }
  }

  /// Returns all concurrent values of a list element, none beyond the end; the last wins.
  func allValues(_ object: ObjectIndex, index: UInt64, at clock: Clock?) -> [Value] {
    guard let element = element(at: index, of: object, at: clock) else { return [] }
    return visibleRows(registerKey(object, ObjectKey(element)), at: clock).map {
      value($0, at: clock)
    }
  }

  /// Returns the winning values of all keys or elements.
  func contents(of object: ObjectIndex, at clock: Clock?) -> [Value] {
    if isMap(object) { return namedValues(of: object, at: clock).map(\.1) }
    var values: [Value] = []
    forEachElement(of: object, at: clock) { _, row, _ in
      values.append(value(row, at: clock))
      return true
    }
    return values
  }

  /// Returns the winning values of the keys of a map, in the order of the keys' bytes.
  func namedValues(of object: ObjectIndex, at clock: Clock?) -> [(String, Value)] {
    entries(of: object, at: clock).map { (strings[$0.key], value($0.row, at: clock)) }
  }
}
