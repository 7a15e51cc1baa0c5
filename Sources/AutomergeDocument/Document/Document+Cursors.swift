/// Positions that move with the content.
extension Document {
  /// Returns a cursor at a position of a list or text.
  ///
  /// - Parameters:
  ///   - obj: The list or text.
  ///   - position: The index of an element. For the length or more, the cursor stays at the end.
  ///   - movement: The side to which the cursor moves if its element is deleted.
  /// - Returns: The cursor, which is valid in every replica that has the element.
  /// - Throws: An error with the code `objectNotFound` or `wrongObjectType`.
  public func cursor(
    obj: ObjId, position: UInt64, movement: Cursor.Movement = .after
  ) throws(AutomergeError) -> Cursor {
    try read { set, clock throws(AutomergeError) in
      set.cursor(try set.sequence(obj), position, movement, at: clock)
    }
  }

  /// Returns a cursor at a position that a list or text had at some heads.
  ///
  /// - Throws: The errors of ``cursor(obj:position:movement:)``; an error with the code
  ///   `changeNotFound`.
  public func cursor(
    obj: ObjId, position: UInt64, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> Cursor {
    try read(at: Array(heads)) { set, clock throws(AutomergeError) in
      set.cursor(try set.sequence(obj), position, .after, at: clock)
    }
  }

  /// Returns the current position of a cursor.
  ///
  /// - Throws: An error with the code `invalidCursor` if the cursor's element is not in the object;
  ///   an error with the code `objectNotFound` or `wrongObjectType`.
  public func position(obj: ObjId, cursor: Cursor) throws(AutomergeError) -> UInt64 {
    try read { set, clock throws(AutomergeError) in
      try set.position(of: cursor, in: try set.sequence(obj), at: clock)
    }
  }

  /// Returns the position of a cursor at some heads.
  ///
  /// - Throws: The errors of ``position(obj:cursor:)``; an error with the code `changeNotFound`.
  public func position(
    obj: ObjId, cursor: Cursor, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> UInt64 {
    try read(at: Array(heads)) { set, clock throws(AutomergeError) in
      try set.position(of: cursor, in: try set.sequence(obj), at: clock)
    }
  }
}
