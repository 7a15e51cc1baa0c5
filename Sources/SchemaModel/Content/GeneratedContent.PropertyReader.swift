public import ContentStorage

extension GeneratedContent {
  /// Reads the properties of a structure one after the other.
  ///
  /// The reader returns the same values as `GeneratedContent.value(_:forProperty:)`. Use it in
  /// initializers:
  ///
  ///     init(_ content: GeneratedContent) throws {
  ///       var properties = GeneratedContent.PropertyReader(content)
  ///       name = try properties.value(forProperty: "name")
  ///       grams = try properties.value(forProperty: "grams")
  ///     }
  ///
  /// Reading all properties takes time in proportion to their number if an initializer requests
  /// them in the order of the content. A search begins after the property that was found last, and
  /// continues from the beginning after the end. Models write properties in the order of the
  /// schema. If a name occurs twice, the first property is found.
  public struct PropertyReader: ~Copyable {
    @usableFromInline var search: PropertySearch

    @usableFromInline
    var content: GeneratedContent { GeneratedContent(search.content) }

    /// Creates a reader of a structure; reading other content throws.
    public init(_ content: GeneratedContent) { search = PropertySearch(content.stored) }

    /// Reads a required property.
    ///
    /// - Throws: ``ConversionError`` if this is not a structure, if the property is missing or
    ///   null, or if it does not describe such a value. The error's path leads to the place.
    /// - Complexity: O(1) if the property follows the property that was found last; otherwise O(n)
    ///   in the number of properties. In addition, the time to make the value.
    @inlinable
    public mutating func value<Value: ConvertibleFromGeneratedContent>(
      _ type: Value.Type = Value.self, forProperty property: StaticString
    ) throws -> Value {
      if let value = plainValue(Value.self, property) { return value }
      let part = try requiredPart(property, for: Value.self)
      do {
        return try Value(part)
      } catch {
        throw ConversionError.locating(error, in: .key(property.description))
      }
    }

    /// Reads an optional property.
    ///
    /// An incomplete property is read as far as possible. If it cannot be read yet (a date, or the
    /// name of an enum's case), it counts as absent.
    ///
    /// The value is `nil` if the property is missing, null, or not ready.
    ///
    /// - Throws: ``ConversionError`` if this is not a structure, or if the property is complete and
    ///   does not describe such a value. The error's path leads to the property.
    /// - Complexity: O(1) if the property follows the property that was found last; otherwise O(n)
    ///   in the number of properties. In addition, the time to make the value.
    @inlinable
    public mutating func value<Value: ConvertibleFromGeneratedContent>(
      _ type: Value?.Type = Value?.self, forProperty property: StaticString
    ) throws -> Value? {
      if let value = plainValue(Value.self, property) { return value }
      guard let part = try readablePart(property, for: Value.self) else { return nil }
      do {
        return try Value(part)
      } catch {
        try check(property, error)
        return nil
      }
    }
  }
}

// These functions are separate so that their variables take no space on the stack while values are
// read. Values may nest deep.
extension GeneratedContent.PropertyReader {
  /// Returns the value of a property.
  ///
  /// - Throws: ``GeneratedContent/ConversionError`` if there is none.
  @usableFromInline
  mutating func requiredPart(
    _ property: StaticString, for type: any Any.Type
  ) throws -> GeneratedContent {
    guard let part = search.value(property) else {
      throw content.absence(of: property.description, for: type)
    }
    do {
      return try GeneratedContent(part).convertible(to: type)
    } catch {
      throw GeneratedContent.ConversionError.locating(error, in: .key(property.description))
    }
  }

  /// Returns the value of a property for partial reading; `nil` if there is none, or it is null.
  ///
  /// - Throws: ``GeneratedContent/ConversionError`` if the content has no properties at all.
  @usableFromInline
  mutating func readablePart(
    _ property: StaticString, for type: any Any.Type
  ) throws -> GeneratedContent? {
    guard let stored = search.value(property) else {
      if content.mayHaveProperties { return nil }
      throw content.absence(of: property.description, for: type)
    }
    let part = GeneratedContent(stored)
    if part.isNull { return nil }
    do {
      return try part.forPartialReading.convertible(to: type)
    } catch {
      throw GeneratedContent.ConversionError.locating(error, in: .key(property.description))
    }
  }

  /// Throws the error of reading a property, unless the property is incomplete.
  ///
  /// The function searches for the property again. If the caller kept the content of each property
  /// for this case, every read would count a reference.
  @usableFromInline
  func check(_ property: StaticString, _ error: any Error) throws {
    let content = content
    let name = property.description
    if !content.isComplete, let part = content.part(ofProperty: name), !part.isComplete { return }
    throw GeneratedContent.ConversionError.locating(error, in: .key(name))
  }

  /// Returns the value of a property if it is complete and of one of the plain types.
  @inlinable
  mutating func plainValue<Value>(_ type: Value.Type, _ name: StaticString) -> Value? {
    if type == String.self, let value = search.string(name) { return value as? Value }
    if type == Int.self, let value = search.integer(name) { return value as? Value }
    if type == Double.self, let value = search.double(name) { return value as? Value }
    if type == Bool.self, let value = search.bool(name) { return value as? Value }
    return nil
  }
}
