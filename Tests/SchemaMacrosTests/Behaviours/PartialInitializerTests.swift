#if Macros
public import SchemaMacros
import Testing

/// Partially generated values made by hand, and sent to other tasks.
struct PartialInitializerTests {
  @Test func `a partial is made of what is given`() {
    let id = GenerationID()
    let partial = Message.PartiallyGenerated(id: id, text: "a", sender: .init(name: "b"))
    #expect(partial.id == id)
    #expect(partial.text == "a")
    #expect(partial.sender?.name == "b")
    #expect(partial.words == nil)
    let empty = Message.PartiallyGenerated()
    #expect(empty.text == nil)
    #expect(empty.id != Message.PartiallyGenerated().id)
  }

  @Test func `the id of a partial whose type has its own is generationID`() {
    let id = GenerationID()
    let partial = Sender.PartiallyGenerated(generationID: id, id: 3, name: "b")
    #expect(partial.generationID == id)
    #expect(partial.id == 3)
    #expect(partial.default == nil)
  }

  @Test func `what is less accessible than the type, or conditional, has no parameter`() {
    let make: (GenerationID, String?) -> Hidden.PartiallyGenerated =
      Hidden.PartiallyGenerated.init(id:text:)
    #expect(make(GenerationID(), "a").note == nil)
    var partial = Hidden.PartiallyGenerated(text: "a")
    #expect(partial.count == nil)
    #expect(partial.secret == nil)
    partial.count = 2
    #expect(partial.count == 2)
  }

  @Test func `public partials are Sendable where their parts are`() {
    requireSendable(Message.PartiallyGenerated())
    requireSendable(Sender.PartiallyGenerated())
    requireSendable(Hidden.PartiallyGenerated())
    requireSendable(Event.PartiallyGenerated.sent(nil))
  }

  private func requireSendable(_ value: some Sendable) {}
}

// These types do not declare `Sendable`, so Swift infers it from their properties.

/// A message.
@Generable
public struct Message {
  /// What it says.
  public var text: String
  /// The same in words.
  public var words: [String]?
  /// Who sent it.
  public var sender: Sender
}

/// Who sends messages.
@Generable
public struct Sender {
  /// A number.
  public var id: Int
  /// A name.
  public var name: String
  /// Whether there is no other.
  public var `default`: Bool
}

/// What happened.
@Generable
public enum Event {
  /// A message was sent.
  case sent(Message)
}

// The author has to declare it for a public type with properties that are not public.

/// A type with properties of several access levels.
@Generable
public struct Hidden: Sendable {
  private struct Secret: Sendable {}

  /// What it says.
  public var text: String
  fileprivate var secret: Int?
  var note: String?
  #if Macros
  /// How often.
  public var count: Int?
  #endif
}
#endif
