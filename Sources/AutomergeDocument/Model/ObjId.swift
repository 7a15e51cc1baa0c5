/// The identity of a map, list or text in a document: the operation that made it.
///
/// An identity is valid in every replica that has the operation.
public struct ObjId: Sendable {
  /// The counter of the operation; 0 for the root.
  let counter: UInt32
  /// The actor of the operation; `nil` for the root.
  let actor: ActorId?
  /// The index of the actor in the document that returned the identity.
  ///
  /// In that document, the index makes a search unnecessary.
  let actorHint: ActorIndex

  /// The root of every document, which is a map.
  public static let ROOT = ObjId(counter: 0, actor: nil, actorHint: ActorIndex(0))
}

extension ObjId: Hashable {
  /// Returns `true` if both identify the same operation.
  ///
  /// The hint is ignored.
  public static func == (first: ObjId, second: ObjId) -> Bool {
    first.counter == second.counter && first.actor == second.actor
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(counter)
    hasher.combine(actor)
  }
}

extension ObjId: CustomStringConvertible {
  /// `_root`, or the counter and the actor as `12@a3f0…`.
  public var description: String { actor.map { "\(counter)@\($0)" } ?? "_root" }

  /// Reads an identity from the text of ``description``; `nil` for any other text.
  public init?(_ text: String) {
    if text == "_root" {
      self = .ROOT
      return
    }
    guard let (counter, actor) = Self.counterAndActor(of: text) else { return nil }
    self.init(counter: counter, actor: actor, actorHint: ActorIndex(0))
  }

  /// Returns the parts of an identity such as `12@a3f0…`; `nil` for any other text.
  static func counterAndActor(of text: some StringProtocol) -> (counter: UInt32, actor: ActorId)? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let counter = UInt32(parts[0]), counter > 0,
      let actor = Hexadecimal.bytes(of: parts[1])
    else { return nil }
    return (counter, ActorId(bytes: actor))
  }
}
