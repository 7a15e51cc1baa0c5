import SchemaModel
import SchemaSessions

/// Properties that a caller adds to the body of each request, such as properties that only one
/// server knows.
struct ExtraBody: Sendable {
  /// The properties of the conversation, which the session sets.
  private static let ownNames: Set = ["model", "messages", "stream", "tools"]

  private let properties: GeneratedContent?

  /// Creates properties; `nil` for none.
  init(_ properties: GeneratedContent? = nil) { self.properties = properties }

  /// `true` if the properties turn the model's thinking off.
  var disablesThinking: Bool {
    properties?.value("thinking", "type")?.plainText == "disabled"
  }

  /// Returns a body with the properties.
  ///
  /// If the body already has a property, two objects are merged, and another value is replaced.
  ///
  /// - Throws: `LanguageModelError` for a value that is not an object, and for a property that the
  ///   session sets.
  func added(to body: GeneratedContent, provider: String) throws -> GeneratedContent {
    guard let properties else { return body }
    guard properties.isComplete, properties.shape == .object else {
      throw LanguageModelError.failure(
        of: provider, .invalidExtraBody, "The extra body is not an object.",
        remedy: "Pass an object.")
    }
    return try properties.properties.reduce(body) { body, property in
      let (name, value) = (property.name, property.content)
      guard !Self.ownNames.contains(name) else {
        throw LanguageModelError.failure(
          of: provider, .invalidExtraBody,
          "The extra body has the property '\(name)', which the session sets.",
          remedy: "Remove the property.")
      }
      guard let before = body.property(named: name), before.shape == .object,
        value.shape == .object
      else { return body.setting(name, to: value) }
      let merged = value.properties.reduce(before) { $0.setting($1.name, to: $1.content) }
      return body.setting(name, to: merged)
    }
  }
}
