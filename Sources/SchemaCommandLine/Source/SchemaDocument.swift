import SchemaKit

/// A JSON Schema document in a text, or a part of a JSON document that is one.
struct SchemaDocument: Sendable {
  /// The text, in UTF-8.
  let text: [UInt8]

  /// The value of the text.
  let content: GeneratedContent

  /// The place of the schema in it.
  let place: SchemaPath

  /// The schema, or `nil` if there is nothing at the place.
  var schema: GeneratedContent? {
    place.components.reduce(content) { $0?.value(at: $1) }
  }
}

extension GeneratedContent {
  /// Finds an element or a property.
  ///
  /// - Parameter step: The step, whose number is a name in an object.
  /// - Returns: The value, or `nil` if there is none.
  func value(at step: SchemaPath.Component) -> GeneratedContent? {
    guard shape == .array else { return property(named: step.token) }
    guard case .index(let index) = SchemaPath.Component(token: step.token) else { return nil }
    return elements.dropFirst(index).first { _ in true }
  }
}
