#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes content from values of any `Encodable` type.
///
///     struct Author: Encodable {
///       var name: String
///       var born: Date
///     }
///     let content = try GeneratedContentEncoder().encode(author)
///
/// The content is the one that `JSONEncoder` writes as JSON, with these exceptions:
///
/// - Properties are in the order in which they were encoded. The properties of a dictionary, which
///   has no order, are sorted by the bytes of their names.
/// - A date is written as a string by RFC 3339, as `Date` writes content, unless
///   ``dateEncodingStrategy-swift.property`` selects another form.
/// - `GeneratedContent` can be encoded, and is not changed.
///
/// It is an error if a type requests two kinds of container for one value or under one key,
/// requests a container under a key that already has a single value, or encodes two single values.
/// Foundation stops the process in these cases. A value that is encoded under a key replaces an
/// earlier one.
///
/// Errors are Swift's own `EncodingError`, with the complete coding path.
public struct GeneratedContentEncoder: Sendable {
  /// The form in which dates are written.
  public var dateEncodingStrategy: DateEncodingStrategy

  /// The form in which data is written.
  public var dataEncodingStrategy: DataEncodingStrategy

  /// The conversion of coding keys into names of properties.
  ///
  /// The keys of a dictionary that are strings are data, and are not changed.
  public var keyEncodingStrategy: KeyEncodingStrategy

  /// The form in which infinity and NaN are written, for which content has no number.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy

  /// The largest nesting depth of encoded values; `GeneratedContent.maximumDepth` by default.
  ///
  /// The default is safe on a stack of 512 KB for types of ordinary size.
  public var depthLimit: Int

  /// Values for the encoded types, in `Encoder.userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder with the default options.
  public init() {
    dateEncodingStrategy = .iso8601
    dataEncodingStrategy = .base64
    keyEncodingStrategy = .useDefaultKeys
    nonConformingFloatEncodingStrategy = .throw
    depthLimit = GeneratedContent.maximumDepth
    userInfo = [:]
  }

  /// Makes content from a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The content, which is complete unless the value contains incomplete content.
  /// - Throws: `EncodingError` if the value encodes nothing, contains a number or a date that
  ///   content cannot express, or nests deeper than ``depthLimit``; or an error of the type's own
  ///   function.
  public func encode(_ value: some Encodable) throws -> GeneratedContent {
    let context = ContentEncoding.Context(self)
    let encoded = try ContentEncoding.encode(value, at: .root, depth: 0, in: context)
    if let failure = context.failure { throw failure }
    guard let encoded else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [],
          debugDescription: "Expected a value, found that \(type(of: value)) encodes nothing."))
    }
    return encoded.content()
  }
}

extension GeneratedContentEncoder {
  /// The form in which dates are written.
  public enum DateEncodingStrategy: Sendable {
    /// As a string in UTC by RFC 3339, as `Date` writes itself as content.
    case iso8601

    /// As a number of seconds since the beginning of 1970 in UTC.
    case secondsSince1970

    /// As a number of milliseconds since the beginning of 1970 in UTC.
    case millisecondsSince1970

    /// As `Date` encodes itself: as a number of seconds since the beginning of 2001 in UTC.
    case deferredToDate

    /// By a function.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }

  /// The form in which data is written.
  public enum DataEncodingStrategy: Sendable {
    /// As a string in Base64 (RFC 4648 section 4).
    case base64

    /// As `Data` encodes itself: as an array of bytes.
    case deferredToData

    /// By a function.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }

  /// The conversion of coding keys into names of properties.
  public enum KeyEncodingStrategy: Sendable {
    /// The keys are the names.
    case useDefaultKeys

    /// `firstName` becomes `first_name`, and `homeURL` becomes `home_url`.
    case convertToSnakeCase

    /// By a function that gets the coding path. The last element of the path is the key.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// The form in which infinity and NaN are written.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// Not at all: they are an error.
    case `throw`

    /// As these strings.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}

extension GeneratedContent {
  /// Creates content from a value of an `Encodable` type.
  ///
  /// A value that is both `Encodable` and `Generable` can be written in two forms: `init(_:)`
  /// writes the form of the schema, and this initializer writes the form of the type's coding keys.
  ///
  /// - Throws: `EncodingError` if the value cannot be written as content, or an error of the
  ///   type's own function.
  public init(
    encoding value: some Encodable,
    using encoder: GeneratedContentEncoder = GeneratedContentEncoder()
  ) throws {
    self = try encoder.encode(value)
  }
}
