/// Reading the state at some heads: the state after these changes and all earlier ones.
///
/// In addition to the errors of reading the current state, all functions throw an error with the
/// code `changeNotFound` for a change that the document doesn't have. After
/// `init(_:verify: false)`, they also throw `corruptData` or `limitExceeded` when the history is
/// first needed.
extension Document {
  /// Returns the value of a map entry at some heads.
  public func getAt(
    obj: ObjId, key: String, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> Value? {
    try getAllAt(obj: obj, key: key, heads: heads).last
  }

  /// Returns the value of a list element at some heads; `nil` beyond the end.
  public func getAt(
    obj: ObjId, index: UInt64, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> Value? {
    try getAllAt(obj: obj, index: index, heads: heads).last
  }

  /// Returns all concurrent values of a map entry at some heads; the last wins.
  public func getAllAt(
    obj: ObjId, key: String, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Value] {
    try withPast(heads) { core, clock throws(AutomergeError) in
      core.values(try core.map(obj), key: key, at: clock)
    }
  }

  /// Returns all concurrent values of a list element at some heads, none beyond the end; the last
  /// wins.
  public func getAllAt(
    obj: ObjId, index: UInt64, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Value] {
    try withPast(heads) { core, clock throws(AutomergeError) in
      core.values(try core.sequence(obj), index: index, at: clock)
    }
  }

  /// Returns the keys of a map at some heads, in the order of their UTF-8 bytes.
  public func keysAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [String] {
    try mapEntriesAt(obj: obj, heads: heads).map(\.0)
  }

  /// Returns the values of a map or list at some heads.
  public func valuesAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Value] {
    try withPast(heads) { core, clock throws(AutomergeError) in
      core.values(of: try core.object(obj), at: clock)
    }
  }

  /// Returns the entries of a map at some heads, in the order of the keys.
  public func mapEntriesAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [(String, Value)] {
    try withPast(heads) { core, clock throws(AutomergeError) in
      core.entries(of: try core.map(obj), at: clock)
    }
  }

  /// Returns the number of keys, elements or text units at some heads.
  public func lengthAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> UInt64 {
    try withPast(heads) { core, clock throws(AutomergeError) in
      core.set.length(of: try core.object(obj), at: clock)
    }
  }

  /// Returns the content of a text at some heads.
  public func textAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> String {
    try withPast(heads) { core, clock throws(AutomergeError) in
      core.set.text(of: try core.text(obj), at: clock)
    }
  }

  /// Returns the marks of a text at some heads.
  public func marksAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Mark] {
    try withPast(heads) { core, clock throws(AutomergeError) in
      core.marks(try core.text(obj), at: clock)
    }
  }

  /// Returns the marks of the character at a position that a text had at some heads.
  ///
  /// Each mark begins and ends at the position.
  ///
  /// - Throws: An error with the code `indexOutOfBounds` for an index beyond the end, or
  ///   `invalidCursor`; the errors of ``marksAt(obj:heads:)``.
  public func marksAt(
    obj: ObjId, position: Position, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Mark] {
    try withPast(heads) { core, clock throws(AutomergeError) in
      try core.marks(try core.text(obj), at: position, clock)
    }
  }

  /// Returns the entries of a map in the order of the keys, or the elements of a list.
  ///
  /// Each has all its concurrent values; the last value wins.
  package func allEntriesAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [(prop: Prop, values: [Value])] {
    try withPast(heads) { core, clock throws(AutomergeError) in
      let object = try core.object(obj)
      var keys: [(Prop, ObjectKey)] = []
      if core.set.isMap(object) {
        keys = core.set.entries(of: object, at: clock).map {
          (.Key(core.set.strings[$0.key]), ObjectKey($0.key))
        }
      } else {
        core.set.forEachElement(of: object, at: clock) { element, _, _ in
          keys.append((.Index(UInt64(keys.count)), ObjectKey(element)))
          return true
        }
      }
      return keys.map { prop, key in
        let rows = core.set.visibleRows(core.set.registerKey(object, key), at: clock)
        return (prop, rows.map { core.set.value($0, at: clock) })
      }
    }
  }

  /// Calls a closure with the state and the clock at some heads.
  private func withPast<Result>(
    _ heads: some Sequence<ChangeHash>,
    _ body: (DocumentCore, Clock) throws(AutomergeError) -> Result
  ) throws(AutomergeError) -> Result {
    // A lazy sequence may use the document, so its elements are computed before the state is in
    // use.
    let heads = Array(heads)
    return try withThrowingCore { core throws(AutomergeError) in
      let clock = try core.clock(at: heads)
      return try body(core, clock)
    }
  }
}
