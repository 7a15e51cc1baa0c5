import Fixtures
import Foundation
import SchemaContent

/// The decoded values.
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

/// The measurements of decoding: microseconds in the steady state.
struct DecodingResult {
  let sample: DecodingCase
  let bytes: Int

  /// The times of Foundation's `JSONDecoder` and of SchemaKit for the same type, and their ratio.
  let decoder, typed, ratio: Double

  /// The times without a type: to SchemaKit's content and to Foundation's dictionaries.
  let content, serialization: Double
}

extension DecodingResult {
  /// Measures a case.
  ///
  /// - Parameters:
  ///   - sample: The decoded value.
  ///   - rounds: The number of rounds in which the contenders take turns.
  /// - Throws: The errors of decoding, and an error if the contenders decode different values.
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
    else { throw ReportError("The contenders decode different values from \(sample.title).") }
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

  /// The budget: seven times as fast as `JSONDecoder`.
  var budget: Budget {
    Budget(title: "\(sample.title), text to value", figure: ratio, limit: .atLeast(7))
  }
}
