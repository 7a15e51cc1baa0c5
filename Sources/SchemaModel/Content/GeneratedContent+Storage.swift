package import ContentStorage

extension GeneratedContent: Equatable {
  /// Returns `true` if two contents have the same value.
  ///
  /// Numbers are compared by their exact values; strings and names by their bytes. Ids and the
  /// order of properties have no effect. If a name occurs more than once, its values are compared
  /// in their order. Incomplete content equals only incomplete content.
  ///
  /// - Complexity: O(n) in the size of the contents, or O(n log n) if properties are in another
  ///   order. Nothing recurses, so the depth of the contents does not matter.
  public static func == (first: GeneratedContent, second: GeneratedContent) -> Bool {
    first.stored == second.stored
  }
}

extension GeneratedContent {
  /// Returns content of which nothing has arrived.
  package static func nothing(id: GenerationID? = nil) -> GeneratedContent {
    GeneratedContent(.nothing(id: id.stored))
  }

  /// Returns the content of a property, null included, or `nil` if no property has that name.
  package func property(named name: String) -> GeneratedContent? {
    stored.property(named: name).map { GeneratedContent($0) }
  }

  /// Returns the changes since an earlier snapshot of the same stream, or `nil` if the snapshot is
  /// of another stream; see ``StoredContent/streamChanges(since:)``.
  package func streamChanges(since older: GeneratedContent) -> [StoredContent.StreamChange]? {
    stored.streamChanges(since: older.stored)
  }

  /// The number of elements or properties; zero for other content.
  ///
  /// - Complexity: O(1) if all of them have arrived; otherwise linear in their number.
  package var childCount: Int { stored.childCount }

  /// The part of the string that has arrived, or `nil` if this is not a string.
  package var text: String? { shape == .string ? stored.text : nil }

  /// The boolean, or `nil` if the content is not a boolean.
  package var truth: Bool? { stored.bool }
}

extension GeneratedContent {
  /// Returns the value of a property, if it is complete and of one of the plain types.
  ///
  /// If the type is known at compile time, only its branch remains.
  @inlinable
  func plainValue<Value>(_ type: Value.Type, ofProperty name: String) -> Value? {
    if type == String.self, let value = plainString(ofProperty: name) { return value as? Value }
    if type == Int.self, let value = plainInteger(ofProperty: name) { return value as? Value }
    if type == Double.self, let value = plainDouble(ofProperty: name) { return value as? Value }
    if type == Bool.self, let value = plainBool(ofProperty: name) { return value as? Value }
    return nil
  }

  @usableFromInline
  func plainString(ofProperty name: String) -> String? { stored.plainString(ofProperty: name) }

  @usableFromInline
  func plainInteger(ofProperty name: String) -> Int? { stored.plainInteger(ofProperty: name) }

  @usableFromInline
  func plainDouble(ofProperty name: String) -> Double? { stored.plainDouble(ofProperty: name) }

  @usableFromInline
  func plainBool(ofProperty name: String) -> Bool? { stored.plainBool(ofProperty: name) }

  /// Returns the elements, if all of them are complete strings.
  @usableFromInline
  func plainStrings() -> [String]? { stored.plainStrings() }
}

extension ContentBuilder {
  /// Creates a builder of content with the id of a response, which the ids of the parts are derived
  /// from.
  package init(id: GenerationID?, words: Int = 32, textBytes: Int = 256) {
    self.init(stream: id.stored, words: words, textBytes: textBytes)
  }

  /// Adds a copy of some content as the next value; see ``append(_:)-(StoredContent)``.
  package mutating func append(_ content: GeneratedContent) { append(content.stored) }

  /// Returns the content that has been built so far, in O(1); see ``storedSnapshot``.
  package func snapshot() -> GeneratedContent { GeneratedContent(storedSnapshot) }

  /// Ends the content, and returns it.
  ///
  /// It is complete if every container and string has been ended.
  package consuming func finish() -> GeneratedContent { snapshot() }
}

extension ContentPlaces {
  package init(_ content: GeneratedContent) { self.init(content.stored) }

  package func content(at place: ContentPlace) -> GeneratedContent {
    GeneratedContent(stored(at: place))
  }
}
