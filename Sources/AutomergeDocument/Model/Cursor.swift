import SchemaText

/// A position in a list or text that moves with the elements around it.
public struct Cursor: Hashable, Sendable {
  enum Place: Hashable {
    case start
    case end
    case element(counter: UInt32, actor: ActorId, movesBefore: Bool)
  }

  let place: Place

  /// The direction in which a cursor moves when its element is deleted.
  public enum Movement: Hashable, Sendable {
    /// The cursor moves to the element after which its own element was inserted. If that element is
    /// also deleted, the cursor moves on in the same way, up to the beginning.
    case before
    /// The cursor moves to the next element.
    case after
  }
}

extension Cursor: CustomStringConvertible {
  /// The text form that other implementations of Automerge read: `s`, `e`, `12@a3f0…` or
  /// `-12@a3f0…`.
  public var description: String {
    switch place {
    case .start: "s"
    case .end: "e"
    case .element(let counter, let actor, let movesBefore):
      "\(movesBefore ? "-" : "")\(counter)@\(actor.hexadecimal)"
    }
  }

  /// Reads a cursor from its text form.
  ///
  /// - Throws: An error with the code `invalidCursor`.
  public init(_ text: String) throws(AutomergeError) {
    switch text {
    case "s": place = .start
    case "e": place = .end
    default:
      let movesBefore = text.hasPrefix("-")
      let identity = ObjId.counterAndActor(of: text.dropFirst(movesBefore ? 1 : 0))
      guard let (counter, actor) = identity else {
        throw AutomergeError(.invalidCursor, "The text '\(text.excerpt)' is not a cursor.")
      }
      place = .element(counter: counter, actor: actor, movesBefore: movesBefore)
    }
  }
}

/// A place in a list or text, by a cursor or by an index.
public enum Position: Hashable, Sendable {
  /// The place of a cursor.
  case cursor(Cursor)
  /// The place at an index.
  case index(UInt64)
}
