#if Macros
import Foundation
import SchemaDialects
import SchemaMacros
import Testing

/// A schema as `JSONEncoder` writes it.
func encoded(_ schema: GenerationSchema) throws -> [String: Any] {
  let data = try JSONEncoder().encode(schema)
  return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
}

/// The schema of a property as `JSONEncoder` writes it.
func encodedProperty(_ name: String, of schema: GenerationSchema) throws -> [String: Any] {
  let properties = try #require(try encoded(schema)["properties"] as? [String: Any])
  return try #require(properties[name] as? [String: Any])
}

extension [String: Any] {
  /// A member that is a list of texts.
  func texts(_ name: String) -> [String]? { self[name] as? [String] }

  /// A member that is a text.
  func text(_ name: String) -> String? { self[name] as? String }

  /// A member that is an object.
  func object(_ name: String) -> [String: Any]? { self[name] as? [String: Any] }

  /// A member that is a number.
  func number(_ name: String) -> Double? { (self[name] as? NSNumber)?.doubleValue }
}

@Generable(description: "A dish for guests")
struct Meal: Equatable {
  @Guide(description: "What it is called")
  var title: String
  @Guide(.range(1...12))
  var guests: Int
  var note: String?
  var course: Course
  var steps: [CookingStep]
}

@Generable
enum Course: CaseIterable, Equatable {
  case starter, main, dessert
}

@Generable
struct CookingStep: Equatable {
  var text: String
  var minutes: Double
}

@Generable
enum Temperature: String, Equatable {
  case low = "very low"
  case high
}

@Generable
enum TableOrder: Equatable {
  case drink(String)
  case food(name: String, count: Int)
  case bill
}

@Generable
struct Menu: Equatable {
  let id = UUID()
  var name: String
  var pages: Int = 2
  static let maximum = 9
  var summary: String { "\(name), \(pages)" }
}

@Generable
struct Crate<Content: Generable> {
  var content: Content
  var spare: Content?
}

@Generable
struct Branch {
  var name: String
  var children: [Branch]
}
#endif
