/// Finds objects and elements by the identities and indices that callers pass.
extension DocumentCore {
  func object(_ id: ObjId) throws(AutomergeError) -> ObjectIndex {
    guard case .made(let counter, let actor) = id.place else { return .root }
    guard let index = set.actors.existingIndex(of: actor, hint: id.actorHint),
      let object = set.objectIndices[OpID(counter: counter, actor: index)]
    else {
      throw AutomergeError(
        .objectNotFound, "The document has no object \(id); merge the change that makes it.")
    }
    return object
  }

  func map(_ id: ObjId) throws(AutomergeError) -> ObjectIndex {
    let object = try object(id)
    guard set.isMap(object) else {
      throw AutomergeError(.wrongObjectType, "The object \(id) is not a map; use an index.")
    }
    return object
  }

  /// Returns the list or text with an identity.
  func sequence(_ id: ObjId) throws(AutomergeError) -> ObjectIndex {
    let object = try object(id)
    guard !set.isMap(object) else {
      throw AutomergeError(.wrongObjectType, "The object \(id) is a map; use a key.")
    }
    return object
  }

  func text(_ id: ObjId) throws(AutomergeError) -> ObjectIndex {
    let object = try object(id)
    guard set.objects[object].type == .Text else {
      throw AutomergeError(.wrongObjectType, "The object \(id) is not a text.")
    }
    return object
  }

  func element(
    _ index: UInt64, of object: ObjectIndex, at clock: Clock? = nil
  ) throws(AutomergeError) -> RowIndex {
    guard let element = set.element(at: index, of: object, at: clock) else {
      throw Self.outOfBounds(index, length: set.length(of: object, at: clock))
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
extension DocumentCore {
  /// Returns the winning value of a map entry.
  func winner(_ object: ObjectIndex, key: String) -> Value? {
    guard let index = set.strings.existingIndex(of: key),
      let row = set.winner(set.registerKey(object, ObjectKey(index)))
    else { return nil }
    return set.value(row)
  }

  /// Returns all concurrent values of a map entry; the last wins.
  func values(_ object: ObjectIndex, key: String, at clock: Clock?) -> [Value] {
    guard let index = set.strings.existingIndex(of: key) else { return [] }
    return set.visibleRows(set.registerKey(object, ObjectKey(index)), at: clock).map {
      set.value($0, at: clock)
    }
  }

  /// Returns all concurrent values of a list element, none beyond the end; the last wins.
  func values(_ object: ObjectIndex, index: UInt64, at clock: Clock?) -> [Value] {
    guard let element = set.element(at: index, of: object, at: clock) else { return [] }
    return set.visibleRows(set.registerKey(object, ObjectKey(element)), at: clock).map {
      set.value($0, at: clock)
    }
  }

  /// Returns the winning values of all keys or elements.
  func values(of object: ObjectIndex, at clock: Clock?) -> [Value] {
    if set.isMap(object) { return entries(of: object, at: clock).map(\.1) }
    var values: [Value] = []
    set.forEachElement(of: object, at: clock) { _, row, _ in
      values.append(set.value(row, at: clock))
      return true
    }
    return values
  }

  func entries(of object: ObjectIndex, at clock: Clock?) -> [(String, Value)] {
    set.entries(of: object, at: clock).map { (set.strings[$0.key], set.value($0.row, at: clock)) }
  }
}
