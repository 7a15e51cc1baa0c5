/// The functions that only the module AutomergeCoding uses.
extension Document {
  /// Returns the index of the element of a cursor; `nil` if the element no longer has a value.
  package func visiblePosition(
    obj: ObjId, cursor: Cursor
  ) throws(AutomergeError) -> UInt64? {
    try read { set, clock throws(AutomergeError) in
      let object = try set.sequence(obj)
      guard case .element(let counter, let actor, _) = cursor.place,
        let index = set.actors.existingIndex(of: actor),
        let element = set.rows.index(of: OpID(counter: counter, actor: index)),
        set.winner(set.registerKey(object, ObjectKey(element))) != nil
      else { return nil }
      return try set.position(of: cursor, in: object, at: clock)
    }
  }

  /// Registers an action that runs if the previous edits are undone, by a rollback or by an outer
  /// transaction that throws.
  ///
  /// The last action runs first. An action must neither use nor retain the document, since the
  /// document retains the action until it commits.
  package func onUndo(_ action: @escaping @Sendable () -> Void) { withCore { $0.onUndo(action) } }

  /// Returns the object that was last found at a path, unless the structure may have changed since.
  package func cachedObject(_ path: some Collection<Prop>) -> ObjId? {
    withCore { $0.cachedObject(at: Array(path)) }
  }

  package func cacheObject(_ object: ObjId, at path: some Collection<Prop>) {
    withCore { $0.cacheObject(object, at: Array(path)) }
  }
}
