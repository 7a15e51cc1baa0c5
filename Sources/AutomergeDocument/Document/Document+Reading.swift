/// Reading the current state.
///
/// All functions throw an error with the code `objectNotFound` or `wrongObjectType` if the object
/// doesn't exist or has another type.
extension Document {
  /// Returns the value of a map entry; `nil` if there is none.
  ///
  /// After concurrent edits an entry can have several values. This function returns the value that
  /// wins in every replica.
  public func get(obj: ObjId, key: String) throws(AutomergeError) -> Value? {
    try withThrowingCore { core throws(AutomergeError) in core.winner(try core.map(obj), key: key) }
  }

  /// Returns the value of a list element; `nil` beyond the end.
  public func get(obj: ObjId, index: UInt64) throws(AutomergeError) -> Value? {
    try withThrowingCore { core throws(AutomergeError) in
      core.values(try core.sequence(obj), index: index, at: nil).last
    }
  }

  /// Returns all concurrent values of a map entry; the last wins.
  public func getAll(obj: ObjId, key: String) throws(AutomergeError) -> [Value] {
    try withThrowingCore { core throws(AutomergeError) in
      core.values(try core.map(obj), key: key, at: nil)
    }
  }

  /// Returns all concurrent values of a list element, none beyond the end; the last wins.
  public func getAll(obj: ObjId, index: UInt64) throws(AutomergeError) -> [Value] {
    try withThrowingCore { core throws(AutomergeError) in
      core.values(try core.sequence(obj), index: index, at: nil)
    }
  }

  /// Returns the keys of a map that have a value, in the order of their UTF-8 bytes.
  public func keys(obj: ObjId) throws(AutomergeError) -> [String] {
    try mapEntries(obj: obj).map(\.0)
  }

  /// Returns the values of a map in the order of the keys, or the values of a list.
  public func values(obj: ObjId) throws(AutomergeError) -> [Value] {
    try withThrowingCore { core throws(AutomergeError) in
      core.values(of: try core.object(obj), at: nil)
    }
  }

  /// Returns the entries of a map in the order of the keys.
  public func mapEntries(obj: ObjId) throws(AutomergeError) -> [(String, Value)] {
    try withThrowingCore { core throws(AutomergeError) in
      core.entries(of: try core.map(obj), at: nil)
    }
  }

  /// Returns the number of keys of a map, elements of a list or units of a text.
  public func length(obj: ObjId) throws(AutomergeError) -> UInt64 {
    try withThrowingCore { core throws(AutomergeError) in
      core.set.length(of: try core.object(obj), at: nil)
    }
  }

  /// Returns the type of an object.
  public func objectType(obj: ObjId) throws(AutomergeError) -> ObjType {
    try withThrowingCore { core throws(AutomergeError) in
      core.set.objects[try core.object(obj)].type
    }
  }

  /// Returns the content of a text.
  public func text(obj: ObjId) throws(AutomergeError) -> String {
    try withThrowingCore { core throws(AutomergeError) in
      core.set.text(of: try core.text(obj), at: nil)
    }
  }

  /// Returns the marks of a text.
  public func marks(obj: ObjId) throws(AutomergeError) -> [Mark] {
    try withThrowingCore { core throws(AutomergeError) in core.marks(try core.text(obj), at: nil) }
  }

  /// Returns the marks of the character at a position of a text.
  ///
  /// Each mark begins and ends at the position.
  ///
  /// - Throws: An error with the code `indexOutOfBounds` for an index beyond the end, or
  ///   `invalidCursor`; an error with the code `objectNotFound` or `wrongObjectType`.
  public func marksAt(obj: ObjId, position: Position) throws(AutomergeError) -> [Mark] {
    try withThrowingCore { core throws(AutomergeError) in
      try core.marks(try core.text(obj), at: position, nil)
    }
  }

  /// Returns the blocks of a text, and the characters between them, split where marks change.
  ///
  /// To begin a block, insert a map into the text by ``insertObject(obj:index:ty:)``. To end it,
  /// delete the map by ``delete(obj:index:)``.
  ///
  /// - Throws: An error with the code `limitExceeded` if a block nests deeper than 512 levels, or
  ///   if two keys or two names of marks are equal as Swift strings; an error with the code
  ///   `objectNotFound` or `wrongObjectType`.
  public func spans(obj: ObjId) throws(AutomergeError) -> [Span] {
    try withThrowingCore { core throws(AutomergeError) in try core.spans(try core.text(obj)) }
  }

  /// Returns the steps from the root to an object.
  ///
  /// The path of the root is empty.
  public func path(obj: ObjId) throws(AutomergeError) -> [PathElement] {
    try withThrowingCore { core throws(AutomergeError) in core.set.path(of: try core.object(obj)) }
  }
}
