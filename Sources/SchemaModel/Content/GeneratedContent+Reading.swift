import ContentStorage
import SchemaText

// A type's initializer may recurse over its content. Therefore `convertible(to:)` checks each
// content first, and throws if the content nests too deep.
extension GeneratedContent {
  /// Reads this content as a value.
  ///
  /// - Throws: ``ConversionError`` if the content does not describe such a value, or an error of
  ///   the type's own initializer.
  @inlinable
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type = Value.self
  ) throws -> Value {
    try Value(convertible(to: Value.self))
  }

  /// Reads a required property.
  ///
  /// - Throws: ``ConversionError`` if this is not a structure, if the property is missing, null or
  ///   not complete, or if it does not describe such a value. The error's path leads to the
  ///   property.
  /// - Complexity: O(n) in the number of properties before it, plus the time to make the value.
  @inlinable
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type = Value.self, forProperty property: String
  ) throws -> Value {
    // A plain value is read in place, without a content for the property.
    if let value = plainValue(Value.self, ofProperty: property) { return value }
    guard let part = part(ofProperty: property) else {
      throw absence(of: property, for: Value.self)
    }
    do {
      return try Value(part.convertible(to: Value.self))
    } catch {
      throw ConversionError.locating(error, in: .key(property))
    }
  }

  /// Reads an optional property.
  ///
  /// Swift chooses this overload if the result is optional, as in partially generated types. An
  /// incomplete property is read as far as possible. If it cannot be read yet (a date, or the name
  /// of an enum's case), it counts as absent.
  ///
  /// The value is `nil` if the property is missing, null, or not ready.
  ///
  /// - Throws: ``ConversionError`` if this is not a structure, or if the property is complete and
  ///   does not describe such a value. The error's path leads to the property.
  /// - Complexity: O(n) in the number of properties before it, plus the time to make the value.
  @inlinable
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value?.Type = Value?.self, forProperty property: String
  ) throws -> Value? {
    guard let part = part(ofProperty: property) else {
      if mayHaveProperties { return nil }
      throw absence(of: property, for: Value.self)
    }
    if part.isNull { return nil }
    let readable: GeneratedContent
    do {
      readable = try part.forPartialReading.convertible(to: Value.self)
    } catch {
      throw ConversionError.locating(error, in: .key(property))
    }
    do {
      return try Value(readable)
    } catch {
      guard part.isComplete else { return nil }
      throw ConversionError.locating(error, in: .key(property))
    }
  }

  /// Returns the value of a property as a type of the standard library, for use with `as?`.
  ///
  ///     if let question = content["question"] as? String { … }
  ///
  /// A string gives a `String` and a boolean a `Bool`. A number gives an `Int`, a `Double`, a
  /// `Decimal` or a `SchemaNumber`: the first of these types that has exactly this value. An array
  /// gives `[any Sendable]`, in which a null is ``GeneratedContent``. A structure gives
  /// ``GeneratedContent``, and so does an array nested more than 64 arrays deep.
  /// The value is `nil` if the property is missing or null, or this is not a structure.
  public subscript(name: String) -> (any Sendable)? {
    guard let part = property(named: name), !part.isNull else { return nil }
    return part.plainValue(depth: 64)
  }

  private func plainValue(depth: Int) -> any Sendable {
    switch shape {
    case .bool: return truth == true
    case .string: return stringValue
    case .number:
      guard let number = exactNumber else { return self }
      return number.plainValue
    case .array:
      guard depth > 0 else { return self }
      return elements.map { $0.plainValue(depth: depth - 1) }
    case .nothing, .null, .object: return self
    }
  }

  /// The number with all its digits, or `nil` if this is not a number.
  ///
  /// The result is also `nil` if the number is written with an exponent of more than 17 digits.
  public var exactNumber: SchemaNumber? { stored.number }

  /// The number as it was written, or `nil` if this is not a number.
  package var numberText: String? {
    if let value = integerValue { return value.description }
    return shape == .number ? stored.text : nil
  }
}

// MARK: - Access for conversions

extension GeneratedContent {
  // The generic functions above call these functions. The generic functions are inlinable: at a
  // call, the compiler knows the type, so its conformance and associated types are not looked up at
  // run time.

  /// Returns the value of a property, or `nil` if there is none.
  @usableFromInline
  func part(ofProperty name: String) -> GeneratedContent? { property(named: name) }

  /// `true` if this is a structure, or may become one.
  @usableFromInline
  package var mayHaveProperties: Bool {
    switch shape {
    case .object, .nothing: true
    default: false
    }
  }

  /// `true` if this is an array, or may become one.
  @usableFromInline
  package var mayHaveElements: Bool {
    switch shape {
    case .array, .nothing: true
    default: false
    }
  }

  @usableFromInline
  var isNull: Bool { stored.isNull }

  /// Returns the error for a missing property, or for content that is not a structure.
  ///
  /// Content of which nothing has arrived counts as an empty structure.
  @inline(never)
  @usableFromInline
  func absence(of name: String, for type: any Any.Type) -> ConversionError {
    let typeName = _typeName(type, qualified: false)
    if shape == .object || isNothingYet {
      return ConversionError(
        .missing, expected: typeName, found: "nothing", in: .key(name))
    }
    return ConversionError(
      .typeMismatch, expected: "an object with \"\(name)\" (\(typeName))",
      found: foundDescription)
  }

  /// The integer, if the content is a number that is stored as an integer.
  var integerValue: Int64? { stored.integer }

  /// Calls a function with the text of a number that is not stored as an integer.
  func withNumberText<Result>(_ body: (Span<UInt8>) -> Result?) -> Result? {
    shape == .number ? stored.withText(body) : nil
  }

  /// The part of the string that has arrived; empty if this is not a string.
  var stringValue: String { text ?? "" }

  /// The complete string.
  ///
  /// - Throws: ``ConversionError`` if this is not a string, or is not complete.
  func requireString(for type: any Any.Type) throws -> String {
    guard shape == .string || isNothingYet else { throw mismatch(type) }
    try requireComplete(for: type)
    return stringValue
  }

  /// Returns the error for content of another type.
  @inline(never)
  @usableFromInline
  package func mismatch(_ type: any Any.Type) -> ConversionError {
    ConversionError(
      .typeMismatch, expected: _typeName(type, qualified: false), found: foundDescription)
  }

  /// Returns the error for a value of the right kind that the type cannot represent.
  @inline(never)
  package func unrepresentable(_ type: any Any.Type) -> ConversionError {
    ConversionError(
      .notRepresentable, expected: _typeName(type, qualified: false), found: foundDescription)
  }

  /// A short description of this content, such as `the number 7`, for messages.
  package var foundDescription: String {
    switch shape {
    case .nothing: return "nothing yet"
    case .null: return "null"
    case .bool: return truth == true ? "true" : "false"
    case .number: return "the number " + (numberText ?? "").excerpt
    case .string:
      return (isComplete ? "the string \"" : "the unfinished string \"")
        + stringValue.excerpt + "\""
    case .array: return isComplete ? "an array" : "an unfinished array"
    case .object: return isComplete ? "an object" : "an unfinished object"
    }
  }
}

extension SchemaNumber {
  /// The number in the simplest Swift type that has exactly this value.
  var plainValue: any Sendable {
    if let value = integer(Int.self) { return value }
    if let value = doubleValue, SchemaNumber(value) == self { return value }
    return decimalValue ?? self
  }
}
