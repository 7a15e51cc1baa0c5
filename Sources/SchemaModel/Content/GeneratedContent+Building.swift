// Short forms to build and read the JSON of requests and responses.
extension GeneratedContent {
  /// Creates an object from the properties that are not `nil`.
  package static func object(
    _ properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>
  ) -> GeneratedContent {
    GeneratedContent(properties: properties, omittingNil: true)
  }

  /// Returns the object with a new value for a property, in its place or at the end.
  package func setting(_ name: String, to value: GeneratedContent) -> GeneratedContent {
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

  /// Returns the text of a property; `nil` if it is absent or not text.
  package func string(named name: String) -> String? { property(named: name)?.text }
}
