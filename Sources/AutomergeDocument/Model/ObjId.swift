import SchemaText

/// The identity of a map, list or text in a document: the operation that made it.
///
/// An identity is valid in every replica that has the operation.
public struct ObjId: Sendable {
  enum Place: Hashable {
    case root
    /// An object that an operation made, by the identity of the operation.
    case made(counter: UInt32, actor: ActorId)
  }

  let place: Place
  /// The index of the actor in the document that returned the identity; `nil` if no document
  /// returned it, and for the root.
  ///
  /// In that document, the index makes a search unnecessary.
  let actorHint: ActorIndex?

  /// The root of every document, which is a map.
  public static let ROOT = ObjId(place: .root, actorHint: nil)
}

extension ObjId: Hashable {
  /// Returns `true` if both identify the same operation.
  ///
  /// The hint is ignored.
  public static func == (first: ObjId, second: ObjId) -> Bool { first.place == second.place }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

extension ObjId: CustomDebugStringConvertible {
  /// `ObjId.ROOT`, or the ``description`` in parentheses.
  public var debugDescription: String { place == .root ? "ObjId.ROOT" : "ObjId(\(description))" }
}

extension ObjId: CustomStringConvertible {
  /// `_root`, or the counter and the actor as `12@a3f0…`.
  public var description: String {
    switch place {
    case .root: "_root"
    case .made(let counter, let actor): "\(counter)@\(actor.hexadecimal)"
    }
  }

  /// Reads an identity from the text of ``description``; `nil` for any other text.
  public init?(_ text: String) {
    if text == "_root" {
      self = .ROOT
      return
    }
    guard let (counter, actor) = Self.counterAndActor(of: text) else { return nil }
    self.init(place: .made(counter: counter, actor: actor), actorHint: nil)
  }

  /// Returns the parts of an identity such as `12@a3f0…`; `nil` for any other text.
  static func counterAndActor(of text: some StringProtocol) -> (counter: UInt32, actor: ActorId)? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let counter = UInt32(parts[0]), counter > 0,
      let actor = Hexadecimal.bytes(of: String(parts[1]))
    else { return nil }
    return (counter, ActorId(bytes: actor))
  }
}
