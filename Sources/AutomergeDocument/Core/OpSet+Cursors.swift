/// Positions that move with the content.
extension OpSet {
  func cursor(
    _ object: ObjectIndex, _ position: UInt64, _ movement: Cursor.Movement, at clock: Clock?
  ) -> Cursor {
    guard let element = element(at: position, of: object, at: clock) else {
      return Cursor(place: .end)
    }
    let id = rows[element].id
    return Cursor(
      place: .element(
        counter: id.counter, actor: actors[id.actor], movesBefore: movement == .before))
  }

  func position(
    of cursor: Cursor, in object: ObjectIndex, at clock: Clock?
  ) throws(AutomergeError) -> UInt64 {
    switch cursor.place {
    case .start: return 0
    case .end: return length(of: object, at: clock)
    case .element(let counter, let actor, let movesBefore):
      guard let index = actors.existingIndex(of: actor),
        let row = rows.index(of: OpID(counter: counter, actor: index)),
        rows[row].object == object,
        // Other implementations identify an element by the operation that last set its value.
        let element = element(of: row)
      else {
        throw AutomergeError(
          .invalidCursor, "The element of the cursor \(cursor) is not in the object.")
      }
      return position(ofElement: element, in: object, movesBefore: movesBefore, at: clock)
    }
  }

  private func position(
    ofElement element: RowIndex, in object: ObjectIndex, movesBefore: Bool, at clock: Clock?
  ) -> UInt64 {
    var element = element
    if movesBefore {
      // Each element was inserted at the beginning or after an element with a lower row, so the
      // loop ends.
      while winner(registerKey(object, ObjectKey(element)), at: clock) == nil {
        guard let before = rows[element].key.element else { return 0 }
        element = before
      }
    }
    guard clock != nil else { return objects.widthBefore(element, in: object) ?? 0 }
    var before: UInt64 = 0
    objects[object].sequence?.forEach { other, _ in
      guard other != element else { return false }
      before += UInt64(width(ofElement: other, in: object, at: clock))
      return true
    }
    return before
  }
}
