import SchemaModel
import SchemaSessions

extension GeneratedContent {
  /// Returns an object whose only property is an object.
  static func object(
    _ name: String, _ properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>
  ) -> GeneratedContent { .object([name: object(properties)]) }
}

// Access to the JSON of responses. A server may send JSON in an unexpected form.
extension GeneratedContent {
  /// The text, or the number or Boolean as JSON; `nil` for other content.
  var plainText: String? {
    switch shape {
    case .string: try? String(self)
    case .number, .bool: jsonString
    default: nil
    }
  }

  /// The text of a string, or of the parts in an array.
  var textOfParts: String? {
    shape == .array
      ? elementList.compactMap { $0.plainText ?? $0.text(named: "text") }.joined() : plainText
  }

  /// The text of the arguments of a call, which some servers send as JSON and others as text.
  var argumentText: String {
    switch shape {
    case .string: plainText ?? ""
    case .null: ""
    default: jsonString(.compact)
    }
  }

  /// The integer, if the content is one.
  var wholeNumber: Int? { try? Int(self) }

  /// `true` if the content is `true`.
  package var isTrue: Bool { (try? Bool(self)) == true }

  /// The elements of an array; empty for other content.
  package var elementList: [GeneratedContent] { shape == .array ? Array(elements) : [] }

  /// The first element of an array.
  var firstElement: GeneratedContent? {
    var elements = elements.makeIterator()
    return elements.next()
  }

  /// Returns the value at a path of names.
  package func value(_ name: String, _ rest: String...) -> GeneratedContent? {
    rest.reduce(property(named: name)) { $0?.property(named: $1) }
  }

  func text(named name: String) -> String? { property(named: name)?.plainText }

  /// The text of a property, unless it is empty.
  func nonEmptyText(named name: String) -> String? {
    text(named: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the number of tokens at a path of names; `nil` if the value is not a number.
  ///
  /// A server can send any number. The result is clamped to the range from 0 to the largest `Int`.
  func count(_ path: String...) -> Int? {
    guard let value = path.reduce(self, { $0?.property(named: $1) }), value.shape == .number
    else { return nil }
    if let count = value.wholeNumber { return max(0, count) }
    if value.jsonString.hasPrefix("-") { return 0 }
    // A number that has a fraction, or is beyond `Int` or even `Double`.
    return (try? Double(value)).flatMap { Int(exactly: $0.rounded(.down)) } ?? .max
  }

  /// Returns the integer at a path of names.
  package func number(_ path: String...) -> Int? {
    path.reduce(self) { $0?.property(named: $1) }?.wholeNumber
  }
}

extension String {
  /// `true` for a text of white space only, and for an empty one.
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text without white space at its ends.
  var trimmedOfSpace: Substring {
    var rest = self[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest.drop(while: \.isWhitespace)
  }
}

extension Transcript.ToolCall {
  /// The arguments as an object, for an interface that only accepts objects.
  ///
  /// The model may have written another value for an interface that accepts any text. This value
  /// becomes the property of an object, as in a fitted schema, so that the model can read its
  /// arguments.
  var argumentObject: GeneratedContent {
    arguments.shape == .object ? arguments : .object(["value": arguments])
  }
}
