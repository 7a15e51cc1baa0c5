#if Macros
import Foundation
import SchemaConformances
import SchemaContent
import SchemaMacros
import Testing

/// The macro does not change the code that Swift derives from stored properties.
struct SynthesisTests {
  @Test func `behaviour 3: the memberwise initializer has its defaults, and an id of its own`() {
    let recipe = Recipe(name: "Soup", ingredients: ["water"])
    #expect(recipe.cookingTime == 20)
    let other = Recipe(name: "Soup", cookingTime: 20, ingredients: ["water"])
    #expect(recipe.id != other.id)
    #expect(keys(recipe.generatedContent) == ["name", "cookingTime", "ingredients"])
  }

  @Test func `behaviour 3: Codable, Equatable, Hashable and Sendable are synthesised`() throws {
    let pet = Pet(name: "Mia", age: 3, nickname: "Mi", kind: .cat, toys: [])
    let data = try JSONEncoder().encode(pet)
    #expect(try JSONDecoder().decode(Pet.self, from: data) == pet)
    #expect(Set([pet, pet]).count == 1)
    requireSendable(pet)
    requireSendable(pet.asPartiallyGenerated())
    // The encoded value has the properties of the type, and none of the macro.
    #expect(try Set(keys(GeneratedContent(json: data))) == Set(keys(pet.generatedContent)))
  }

  @Test func `behaviour 3: a type keeps the operators that its author declares`() throws {
    #expect(Priority.low < Priority.high)
    #expect(Level.full > Level.half)
    let first = Version(major: 1, note: "first")
    #expect(first == Version(major: 1, note: "again"))
    #expect(first < Version(major: 2, note: "second"))
    #expect(Size.small < Size.exactly(3))
    #expect(try Version(first.generatedContent).note == "first")
    #expect(try Size(Size.exactly(4).generatedContent) == .exactly(4))
  }

  @Test func `an observed property, a lazy one and a constant with a value are left alone`() throws
  {
    var quiet = try Quiet(GeneratedContent(json: #"{"name":"x"}"#))
    #expect(quiet.version == "1")
    #expect(quiet.count == 0)
    quiet.count = 2
    #expect(quiet.changes == 1)
    #expect(quiet.upperName == "X")
    #expect(keys(quiet.generatedContent) == ["name"])
    #expect(
      try schemaText(Quiet.self)
        == #"{"type":"object","title":"Quiet","additionalProperties":false,"#
        + #""properties":{"name":{"type":"string"}},"required":["name"]}"#)
  }

  @Test func `a property wrapper is read and written by its value`() throws {
    let volume = try Volume(GeneratedContent(json: #"{"level":250}"#))
    #expect(volume.level == 100)
    #expect(volume.generatedContent.jsonString(.compact) == #"{"level":100}"#)
    #expect(try propertyText("level", of: Volume.self) == #"{"type":"integer"}"#)
  }

  @Test func `what the author declares is taken`() throws {
    #expect(try schemaText(Custom.self).contains(#""description":"by hand""#))
    #expect(Custom(text: "a").generatedContent == "A".generatedContent)
    #expect(try Custom(GeneratedContent(json: #""b""#)).text == "b!")
    #expect(try Custom.PartiallyGenerated(GeneratedContent(json: "1")) == 1)
  }

  private func requireSendable(_ value: some Sendable) {}
}

@Generable
private struct Recipe: Identifiable {
  let id = UUID()
  var name: String
  var cookingTime: Int = 20
  var ingredients: [String]
}

@Generable
private struct Quiet {
  let version: String = "1"
  var name: String
  lazy var upperName: String = name.uppercased()
  fileprivate var changes = 0
  var count: Int = 0 {
    didSet { changes += 1 }
  }
  static let limit: Int = 3
  var isLong: Bool { name.count > Self.limit }
}

@propertyWrapper
private struct Percentage {
  private var value: Int

  init(wrappedValue: Int) { value = min(wrappedValue, 100) }

  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, 100) }
  }
}

@Generable
private struct Volume {
  @Percentage var level: Int
}

@Generable
private struct Custom {
  typealias PartiallyGenerated = Int

  var text: String

  init(text: String) { self.text = text }

  init(_ content: GeneratedContent) throws { text = try content.value() + "!" }

  var generatedContent: GeneratedContent { text.uppercased().generatedContent }

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, description: "by hand", properties: [])
  }
}

@Generable
private enum Priority: String, Comparable {
  case high, low

  static func < (left: Priority, right: Priority) -> Bool { left == .low && right == .high }
}

@Generable
private enum Level: Int, Comparable {
  case half = 50
  case full = 100

  static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}

@Generable
private struct Version: Comparable {
  var major: Int
  var note: String

  static func < (left: Version, right: Version) -> Bool { left.major < right.major }
  static func == (left: Version, right: Version) -> Bool { left.major == right.major }
}

@Generable
private enum Size: Comparable {
  case small
  case exactly(Int)

  private var number: Int {
    switch self {
    case .small: 1
    case .exactly(let number): number
    }
  }

  static func < (left: Size, right: Size) -> Bool { left.number < right.number }
  static func == (left: Size, right: Size) -> Bool { left.number == right.number }
}
#endif
