import SchemaContent
import SchemaModel

// What readers of responses ask of a JSON value, whose form a server may have got wrong.
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

  /// The whole number, if it is one.
  var wholeNumber: Int? { try? Int(self) }

  /// Whether the content is `true`.
  var isTrue: Bool { (try? Bool(self)) == true }

  /// The elements; none of other content than an array.
  var elementList: [GeneratedContent] { shape == .array ? Array(elements) : [] }

  /// The first element of an array.
  var firstElement: GeneratedContent? { elementList.first }

  /// The value under names, each inside the one before.
  func value(_ path: String...) -> GeneratedContent? {
    path.reduce(self) { $0?.property(named: $1) }
  }

  /// The text of a property.
  func text(named name: String) -> String? { property(named: name)?.plainText }

  /// The text of a property, unless it is empty.
  func nonEmptyText(named name: String) -> String? {
    text(named: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The number of tokens under names, each inside the one before; `nil` if that is not a number.
  ///
  /// A server can send any number: one that is not from 0 to the largest `Int` becomes the
  /// nearest that is.
  func count(_ path: String...) -> Int? {
    guard let value = path.reduce(self, { $0?.property(named: $1) }), value.shape == .number
    else { return nil }
    if let count = value.wholeNumber { return max(0, count) }
    if value.jsonString.hasPrefix("-") { return 0 }
    // A number that has a fraction, or is beyond `Int` or even `Double`.
    return (try? Double(value)).flatMap { Int(exactly: $0.rounded(.down)) } ?? .max
  }

  /// The whole number under names, each inside the one before.
  func number(_ path: String...) -> Int? {
    path.reduce(self) { $0?.property(named: $1) }?.wholeNumber
  }

  /// An object of the properties that are not `nil`.
  static func object(
    _ properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>
  ) -> GeneratedContent {
    GeneratedContent(properties: properties, omittingNil: true)
  }

  /// The object with another value for a property, in its place or at the end.
  func setting(_ name: String, to value: GeneratedContent) -> GeneratedContent {
    var members: [(String, any ConvertibleToGeneratedContent)] = properties.map {
      ($0.name, $0.content)
    }
    if let index = members.firstIndex(where: { $0.0 == name }) {
      members[index].1 = value
    } else {
      members.append((name, value))
    }
    return GeneratedContent(properties: members, uniquingKeysWith: { first, _ in first })
  }
}
