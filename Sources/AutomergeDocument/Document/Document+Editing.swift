/// Editing maps, lists and counters.
///
/// All functions throw an error with the code `objectNotFound` or `wrongObjectType` if the object
/// doesn't exist or has another type, `indexOutOfBounds` if the list has no such index, and
/// `notACounter` if there is no counter to increment. They throw `limitExceeded` if the document
/// has used up the counters of the format or if a value cannot be stored. After
/// `init(_:verify: false)`, they also throw `corruptData` or `limitExceeded` when the history is
/// first needed. A function that throws does not change the document.
extension Document {
  /// Sets the value of a map entry.
  ///
  /// Setting the current value makes no edit.
  public func put(obj: ObjId, key: String, value: ScalarValue) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      try core.put(try core.set.map(obj), ObjectKey(core.index(of: key)), value)
    }
  }

  /// Sets a map entry to a new object.
  @discardableResult
  public func putObject(obj: ObjId, key: String, ty: ObjType) throws(AutomergeError) -> ObjId {
    try withEdit { core throws(AutomergeError) in
      try core.putObject(try core.set.map(obj), ObjectKey(core.index(of: key)), ty)
    }
  }

  /// Sets the value of a list element.
  ///
  /// Setting the current value makes no edit.
  public func put(obj: ObjId, index: UInt64, value: ScalarValue) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      let object = try core.set.sequence(obj)
      try core.put(object, ObjectKey(try core.set.element(index, of: object)), value)
    }
  }

  /// Sets a list element to a new object.
  @discardableResult
  public func putObject(obj: ObjId, index: UInt64, ty: ObjType) throws(AutomergeError) -> ObjId {
    try withEdit { core throws(AutomergeError) in
      let object = try core.set.sequence(obj)
      return try core.putObject(object, ObjectKey(try core.set.element(index, of: object)), ty)
    }
  }

  /// Inserts a value into a list before an index.
  ///
  /// The length as the index appends the value.
  public func insert(obj: ObjId, index: UInt64, value: ScalarValue) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      try core.insert(try core.set.sequence(obj), index, value)
    }
  }

  /// Inserts a new object into a list before an index.
  ///
  /// The length as the index appends the object.
  @discardableResult
  public func insertObject(
    obj: ObjId, index: UInt64, ty: ObjType
  ) throws(AutomergeError) -> ObjId {
    try withEdit { core throws(AutomergeError) in
      try core.insertObject(try core.set.sequence(obj), index, ty)
    }
  }

  /// Deletes a map entry.
  ///
  /// Deleting a missing entry makes no edit.
  public func delete(obj: ObjId, key: String) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      let object = try core.set.map(obj)
      guard let index = core.set.strings.existingIndex(of: key) else { return }
      try core.delete(object, ObjectKey(index))
    }
  }

  /// Deletes a list element.
  public func delete(obj: ObjId, index: UInt64) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      let object = try core.set.sequence(obj)
      try core.delete(object, ObjectKey(try core.set.element(index, of: object)))
    }
  }

  /// Adds an amount to the counter of a map entry.
  ///
  /// Concurrent increments add up.
  public func increment(obj: ObjId, key: String, by amount: Int64) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      try core.increment(try core.set.map(obj), ObjectKey(core.index(of: key)), by: amount)
    }
  }

  /// Adds an amount to the counter of a list element.
  ///
  /// Concurrent increments add up.
  public func increment(obj: ObjId, index: UInt64, by amount: Int64) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      let object = try core.set.sequence(obj)
      try core.increment(object, ObjectKey(try core.set.element(index, of: object)), by: amount)
    }
  }

  /// Replaces a range of a list by values.
  ///
  /// - Parameters:
  ///   - obj: The list.
  ///   - start: The index of the first deleted element, at which the values are inserted.
  ///   - delete: The number of elements to delete. A number that exceeds the rest deletes the rest.
  ///     A negative number deletes elements before the start, and the values replace them.
  ///   - values: The values to insert.
  /// - Throws: An error with the code `objectNotFound`, `wrongObjectType` or `limitExceeded`, or
  ///   `indexOutOfBounds` if the range is not inside the list.
  public func splice(
    obj: ObjId, start: UInt64, delete: Int64, values: [ScalarValue]
  ) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      try core.splice(try core.set.sequence(obj), start, delete, values)
    }
  }
}
