#if Macros
import SchemaContent
public import SchemaMacros
import Testing

/// Types of every access level, on every actor.
///
/// Most of the test is that the types compile. A package outside of this one tests `public` types
/// across modules.
struct AccessTests {
  @Test func `behaviour 17: types of every access level`() throws {
    let content = try GeneratedContent(json: #"{"value":1,"hidden":2}"#)
    #expect(try PublicType(content).value == 1)
    #expect(try PackageType(content).value == 1)
    #expect(try FileprivateType(content).value == 1)
    #expect(try PrivateType(content).value == 1)
    #expect(try Enclosing.Inner(content).value == 1)
    #expect(try Enclosing.Extended(content).value == 1)
    #expect(try PublicType.PartiallyGenerated(content).hidden == 2)
  }

  @Test func `behaviour 18: a type on the main actor is read and written anywhere`() async throws {
    let text = try await Task.detached {
      let value = try OnMainActor(GeneratedContent(json: #"{"name":"a","toys":[{"name":"b"}]}"#))
      _ = try OnMainActor.PartiallyGenerated(value.generatedContent)
      return value.generatedContent.jsonString(.compact)
    }.value
    #expect(text == #"{"name":"a","toys":[{"name":"b"}]}"#)
    #expect(roundTrip(OnMainActorChoice.one) == .one)
  }

  @Test func `behaviour 18: a type in an actor`() throws {
    #expect(try Keeper.Note(GeneratedContent(json: #"{"text":"a"}"#)).text == "a")
  }

  @Test func `behaviour 18: types that shadow those that are used`() throws {
    let json = #"{"text":{"letters":1},"maybe":{"wrapped":2},"content":{"x":3},"id":{"y":4}}"#
    let value = try Shadows(GeneratedContent(json: json))
    #expect(value.text.letters == 1)
    #expect(value.generatedContent.jsonString(.compact) == json)
    #expect(try Shadows.PartiallyGenerated(GeneratedContent(json: json)).maybe?.wrapped == 2)
    #expect(try Shadows.Choice("a".generatedContent) == .a)
  }

  private func roundTrip<Value: Generable & Sendable>(_ value: Value) -> Value? {
    try? Value(value.generatedContent)
  }
}

/// What any module may use.
@Generable
public struct PublicType: Sendable {
  /// What it holds.
  public var value: Int
  private var hidden: Hidden
  var middle: String?

  fileprivate typealias Hidden = Int
}

@Generable
package struct PackageType {
  package var value: Int
}

@Generable
fileprivate struct FileprivateType {
  fileprivate var value: Int
}

@Generable
private struct PrivateType {
  private(set) var value: Int
}

/// What encloses types of other access levels.
public enum Enclosing {
  @Generable
  fileprivate struct Inner {
    var value: Int
  }
}

// swift-format-ignore: NoAccessLevelOnExtensionDeclaration
public extension Enclosing {
  @Generable
  struct Extended {
    var value: Int
  }
}

@MainActor
@Generable
private struct OnMainActor {
  @Guide(description: "a") var name: String
  var toys: [Toy]?
}

@MainActor
@Generable
private enum OnMainActorChoice {
  case one
}

private actor Keeper {
  @Generable
  struct Note {
    var text: String
  }
}

private enum Names {
  @Generable struct String {
    var letters: Int
  }
  @Generable struct Optional {
    var wrapped: Int
  }
  @Generable struct GeneratedContent {
    var x: Int
  }
  @Generable struct GenerationID {
    var y: Int
  }
}

@Generable
private struct Shadows {
  typealias String = Names.String
  typealias Optional = Names.Optional
  typealias GeneratedContent = Names.GeneratedContent
  typealias GenerationSchema = Int
  typealias GenerationID = Names.GenerationID
  typealias Prompt = Int
  typealias Identifiable = Int
  typealias Generable = Int
  typealias Property = Int

  var text: String
  var maybe: Optional?
  var content: GeneratedContent
  var id: GenerationID

  @Generable(description: "a") enum Choice: Swift.String {
    case a
  }
}
#endif
