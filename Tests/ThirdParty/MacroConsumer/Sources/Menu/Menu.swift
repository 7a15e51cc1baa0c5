// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NoAccessLevelOnExtensionDeclaration

public import SchemaKit

// Public types of a module in which everything is on the main actor unless it says otherwise. It
// imports SchemaKit alone: neither Foundation nor the modules that the macros' code refers to.

@Generable(description: "A dish on the menu")
public struct Dish: Hashable, Codable, Sendable {
  @Guide(description: "What guests ask for", /^[A-Z].*/)
  public var name: String
  @Guide(.range(0...200))
  public var price: Double
  @Guide(key: "main_ingredients", .count(1...5))
  public var ingredients: [Ingredient]
  public var kind: Kind
  public var serving: Serving?
  var note: String?
  private var code: Int = 7

  public init(
    name: String, price: Double, ingredients: [Ingredient], kind: Kind, serving: Serving? = nil
  ) {
    self.name = name
    self.price = price
    self.ingredients = ingredients
    self.kind = kind
    self.serving = serving
  }
}

@Generable
public struct Ingredient: Hashable, Codable, Sendable, Identifiable {
  public var id: String
  public let grams: Int
}

@Generable
public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
  case starter, main
  case dessert = "sweet"
}

@Generable
public enum Serving: Hashable, Codable, Sendable {
  case plate
  @Guide(for: "size", description: "In litres", .range(0...1))
  case glass(size: Double, straw: Bool?)
  indirect case several(Serving, Serving)
}

// The type of a type parameter must not be on an actor, nor the type that contains it.
@Generable
public nonisolated struct Page<Item: Generable> {
  public var items: [Item]
  public var next: Int?
}

@Generable
package struct Order {
  package var dishes: [Dish]
}

@MainActor
@Generable
public struct Board {
  public var lines: [String]
}

actor Kitchen {
  @Generable
  struct Ticket {
    var number: Int
  }
}

public extension Dish {
  @Generable
  struct Review {
    var stars: Int
  }
}

@Generable
fileprivate struct Draft {
  var text: String
}

@Generable
private struct Secret {
  fileprivate var text: String
}

/// Needs values that can be sent.
public nonisolated func send(_ value: some Sendable) {}

/// The generated code is used here on no actor.
public nonisolated func readsAnywhere(_ json: String) throws -> String {
  let dish = try Dish(GeneratedContent(json: json))
  let partial = try Dish.PartiallyGenerated(GeneratedContent(json: String(json.dropLast(40))))
  _ = try Draft(GeneratedContent(json: #"{"text":"a"}"#)).generatedContent
  _ = try Secret(GeneratedContent(json: #"{"text":"a"}"#)).generatedContent
  _ = Dish.Review.generationSchema
  _ = Kitchen.Ticket.generationSchema
  return (partial.name ?? "") + " " + dish.generatedContent.jsonString(.compact)
}

// Dictionaries and narrow integers are generable with the trait Conformances.
@Generable
public struct Stock: Hashable, Sendable {
  public var portions: [String: UInt8]
}
