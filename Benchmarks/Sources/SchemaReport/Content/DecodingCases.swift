import Fixtures
import Foundation
import SchemaContent

/// What is decoded.
enum DecodingCase: CaseIterable {
  case recipe
  case recipes

  var title: String {
    switch self {
    case .recipe: "a recipe"
    case .recipes: "an array of recipes"
    }
  }
}

/// What was measured of decoding: microseconds in the steady state.
struct DecodingResult {
  let sample: DecodingCase
  let bytes: Int

  /// Foundation's `JSONDecoder` and SchemaKit, to the same type.
  let decoder, typed, ratio: Double

  /// To content and to Foundation's dictionaries, without a type.
  let content, serialization: Double
}

extension DecodingResult {
  /// Measures a case.
  ///
  /// - Parameters:
  ///   - sample: What to decode.
  ///   - rounds: How often the contenders take turns.
  /// - Throws: What decoding throws, and an error if the contenders disagree.
  init(_ sample: DecodingCase, rounds: Int) throws {
    switch sample {
    case .recipe:
      let recipe = Recipe(number: 1)
      let text = recipe.generatedContent.jsonBytes(.compact)
      try self.init(
        sample, text, rounds: rounds, value: recipe, read: { try Recipe($0) })
    case .recipes:
      let recipes = RecipeTexts.recipes(bytes: 50_000)
      try self.init(
        sample, RecipeTexts.text(of: recipes), rounds: rounds, value: recipes,
        read: { try [Recipe]($0) })
    }
  }

  private init<Value: Codable & Equatable>(
    _ sample: DecodingCase, _ text: [UInt8], rounds: Int, value: Value,
    read: @escaping (GeneratedContent) throws -> Value
  ) throws {
    let data = Data(text)
    let string = String(decoding: text, as: UTF8.self)
    let decoder = JSONDecoder()
    guard try decoder.decode(Value.self, from: data) == value,
      try read(GeneratedContent(json: string)) == value
    else { throw ReportError("The contenders do not read \(sample.title) alike.") }
    let contenders: [() throws -> Int] = [
      {
        let value = try decoder.decode(Value.self, from: data)
        return withExtendedLifetime(value) { 1 }
      },
      {
        let value = try read(GeneratedContent(json: string))
        return withExtendedLifetime(value) { 1 }
      },
      { try GeneratedContent(json: string).isComplete ? 1 : 0 },
      {
        let value = try JSONSerialization.jsonObject(with: data)
        return withExtendedLifetime(value) { 1 }
      },
    ]
    let times = try takeTurns(rounds: rounds, contenders)
    self.sample = sample
    bytes = text.count
    self.decoder = times.median(0) / 1000
    typed = times.median(1) / 1000
    ratio = times.ratio(of: 0, to: 1)
    content = times.median(2) / 1000
    serialization = times.median(3) / 1000
  }

  /// Seven times as fast as `JSONDecoder`.
  var budget: Budget {
    Budget(title: "\(sample.title), text to value", figure: ratio, limit: .atLeast(7))
  }
}
