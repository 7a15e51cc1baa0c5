/// Reading the current state, and the state at some heads: the state after these changes and all
/// earlier ones.
///
/// Unless a function says otherwise, it throws an error with the code `objectNotFound` or
/// `wrongObjectType` if the object doesn't exist or has another type. With heads, it throws an
/// error with the code `changeNotFound` for a change that the document doesn't have. After
/// `init(_:verify: false)`, it then also throws `corruptData` or `limitExceeded` when the history
/// is first needed.
extension Document {
  /// Returns the value of a map entry; `nil` if there is none.
  ///
  /// After concurrent edits an entry can have several values. This function returns the value that
  /// wins in every replica.
  public func get(obj: ObjId, key: String) throws(AutomergeError) -> Value? {
    try value(obj, key, at: nil)
  }

  /// Returns the value of a map entry at some heads.
  public func getAt(
    obj: ObjId, key: String, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> Value? {
    try value(obj, key, at: Array(heads))
  }

  private func value(
    _ obj: ObjId, _ key: String, at heads: [ChangeHash]?
  ) throws(AutomergeError) -> Value? {
    try read(at: heads) { set, clock throws(AutomergeError) in
      set.value(try set.map(obj), key: key, at: clock)
    }
  }

  /// Returns the value of a list element; `nil` beyond the end.
  public func get(obj: ObjId, index: UInt64) throws(AutomergeError) -> Value? {
    try getAll(obj: obj, index: index).last
  }

  /// Returns the value of a list element at some heads; `nil` beyond the end.
  public func getAt(
    obj: ObjId, index: UInt64, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> Value? {
    try getAllAt(obj: obj, index: index, heads: heads).last
  }

  /// Returns all concurrent values of a map entry; the last wins.
  public func getAll(obj: ObjId, key: String) throws(AutomergeError) -> [Value] {
    try allValues(obj, key, at: nil)
  }

  /// Returns all concurrent values of a map entry at some heads; the last wins.
  public func getAllAt(
    obj: ObjId, key: String, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Value] {
    try allValues(obj, key, at: Array(heads))
  }

  private func allValues(
    _ obj: ObjId, _ key: String, at heads: [ChangeHash]?
  ) throws(AutomergeError) -> [Value] {
    try read(at: heads) { set, clock throws(AutomergeError) in
      set.allValues(try set.map(obj), key: key, at: clock)
    }
  }

  /// Returns all concurrent values of a list element, none beyond the end; the last wins.
  public func getAll(obj: ObjId, index: UInt64) throws(AutomergeError) -> [Value] {
    try allValues(obj, index, at: nil)
  }

  /// Returns all concurrent values of a list element at some heads, none beyond the end; the last
  /// wins.
  public func getAllAt(
    obj: ObjId, index: UInt64, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Value] {
    try allValues(obj, index, at: Array(heads))
  }

  private func allValues(
    _ obj: ObjId, _ index: UInt64, at heads: [ChangeHash]?
  ) throws(AutomergeError) -> [Value] {
    try read(at: heads) { set, clock throws(AutomergeError) in
      set.allValues(try set.sequence(obj), index: index, at: clock)
    }
  }
}

// Whole objects.
extension Document {
  /// Returns the keys of a map that have a value, in the order of their UTF-8 bytes.
  ///
  /// Without such a map, there are no keys; ``mapEntries(obj:)`` throws an error instead.
  public func keys(obj: ObjId) -> [String] { keys(obj, at: nil) }

  /// Returns the keys of a map at some heads, in the order of their UTF-8 bytes.
  ///
  /// Without such a map or heads, there are no keys; ``mapEntriesAt(obj:heads:)`` throws an error
  /// instead.
  public func keysAt(obj: ObjId, heads: some Sequence<ChangeHash>) -> [String] {
    keys(obj, at: Array(heads))
  }

  private func keys(_ obj: ObjId, at heads: [ChangeHash]?) -> [String] {
    (try? entries(obj, at: heads).map(\.0)) ?? []
  }

  /// Returns the values of a map in the order of the keys, or the values of a list.
  public func values(obj: ObjId) throws(AutomergeError) -> [Value] { try values(obj, at: nil) }

  /// Returns the values of a map or list at some heads.
  public func valuesAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Value] {
    try values(obj, at: Array(heads))
  }

  private func values(_ obj: ObjId, at heads: [ChangeHash]?) throws(AutomergeError) -> [Value] {
    try read(at: heads) { set, clock throws(AutomergeError) in
      set.contents(of: try set.object(obj), at: clock)
    }
  }

  /// Returns the entries of a map in the order of the keys.
  public func mapEntries(obj: ObjId) throws(AutomergeError) -> [(String, Value)] {
    try entries(obj, at: nil)
  }

  /// Returns the entries of a map at some heads, in the order of the keys.
  public func mapEntriesAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [(String, Value)] {
    try entries(obj, at: Array(heads))
  }

  private func entries(
    _ obj: ObjId, at heads: [ChangeHash]?
  ) throws(AutomergeError) -> [(String, Value)] {
    try read(at: heads) { set, clock throws(AutomergeError) in
      set.namedValues(of: try set.map(obj), at: clock)
    }
  }

  /// Returns the number of keys of a map, elements of a list or units of a text; 0 without such an
  /// object.
  public func length(obj: ObjId) -> UInt64 { length(obj, at: nil) }

  /// Returns the number of keys, elements or text units at some heads; 0 without such an object or
  /// heads.
  public func lengthAt(obj: ObjId, heads: some Sequence<ChangeHash>) -> UInt64 {
    length(obj, at: Array(heads))
  }

  private func length(_ obj: ObjId, at heads: [ChangeHash]?) -> UInt64 {
    let length = try? read(at: heads) { set, clock throws(AutomergeError) in
      set.length(of: try set.object(obj), at: clock)
    }
    return length ?? 0
  }

  /// Returns the entries of a map in the order of the keys, or the elements of a list, at some
  /// heads.
  ///
  /// Each has all its concurrent values; the last value wins.
  package func allEntriesAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [(prop: Prop, values: [Value])] {
    try read(at: Array(heads)) { set, clock throws(AutomergeError) in
      let object = try set.object(obj)
      var keys: [(Prop, ObjectKey)] = []
      if set.isMap(object) {
        keys = set.entries(of: object, at: clock).map {
          (.Key(set.strings[$0.key]), ObjectKey($0.key))
        }
      } else {
        set.forEachElement(of: object, at: clock) { element, _, _ in
          keys.append((.Index(UInt64(keys.count)), ObjectKey(element)))
          return true
        }
      }
      return keys.map { prop, key in
        let rows = set.visibleRows(set.registerKey(object, key), at: clock)
        return (prop, rows.map { set.value($0, at: clock) })
      }
    }
  }

  /// Returns the type of an object.
  public func objectType(obj: ObjId) throws(AutomergeError) -> ObjType {
    try read { set, _ throws(AutomergeError) in set.objects[try set.object(obj)].type }
  }

  /// Returns the steps from the root to an object.
  ///
  /// The path of the root is empty.
  public func path(obj: ObjId) throws(AutomergeError) -> [PathElement] {
    try read { set, _ throws(AutomergeError) in set.path(of: try set.object(obj)) }
  }
}

// Texts.
extension Document {
  /// Returns the content of a text.
  public func text(obj: ObjId) throws(AutomergeError) -> String { try text(obj, at: nil) }

  /// Returns the content of a text at some heads.
  public func textAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> String {
    try text(obj, at: Array(heads))
  }

  private func text(_ obj: ObjId, at heads: [ChangeHash]?) throws(AutomergeError) -> String {
    try read(at: heads) { set, clock throws(AutomergeError) in
      set.text(of: try set.text(obj), at: clock)
    }
  }

  /// Returns the marks of a text.
  public func marks(obj: ObjId) throws(AutomergeError) -> [Mark] { try marks(obj, at: nil) }

  /// Returns the marks of a text at some heads.
  public func marksAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Mark] {
    try marks(obj, at: Array(heads))
  }

  private func marks(_ obj: ObjId, at heads: [ChangeHash]?) throws(AutomergeError) -> [Mark] {
    try read(at: heads) { set, clock throws(AutomergeError) in
      set.marks(try set.text(obj), at: clock)
    }
  }

  /// Returns the marks of the character at a position of a text.
  ///
  /// Each mark begins and ends at the position.
  ///
  /// - Throws: An error with the code `indexOutOfBounds` for an index beyond the end, or
  ///   `invalidCursor`; an error with the code `objectNotFound` or `wrongObjectType`.
  public func marksAt(obj: ObjId, position: Position) throws(AutomergeError) -> [Mark] {
    try marks(obj, position, at: nil)
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
    try marks(obj, position, at: Array(heads))
  }

  private func marks(
    _ obj: ObjId, _ position: Position, at heads: [ChangeHash]?
  ) throws(AutomergeError) -> [Mark] {
    try read(at: heads) { set, clock throws(AutomergeError) in
      try set.marks(try set.text(obj), at: position, clock)
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
  public func spans(obj: ObjId) throws(AutomergeError) -> [Span] { try spans(obj, at: nil) }

  /// Returns the blocks that a text had at some heads, and the characters between them, split where
  /// marks change.
  ///
  /// - Throws: The errors of ``spans(obj:)``; an error with the code `changeNotFound`.
  public func spansAt(
    obj: ObjId, heads: some Sequence<ChangeHash>
  ) throws(AutomergeError) -> [Span] {
    try spans(obj, at: Array(heads))
  }

  private func spans(_ obj: ObjId, at heads: [ChangeHash]?) throws(AutomergeError) -> [Span] {
    try read(at: heads) { set, clock throws(AutomergeError) in
      try set.spans(try set.text(obj), at: clock)
    }
  }
}
