#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes values of any `Decodable` type from content.
///
///     struct Author: Decodable {
///       var name: String
///       var born: Date
///     }
///     let author = try GeneratedContentDecoder().decode(Author.self, from: content)
///
/// The type needs neither a schema nor a conformance of this package. The value is the one that
/// `JSONDecoder` decodes from the same JSON, with these exceptions:
///
/// - A date is read from a string by RFC 3339 with any fraction of seconds, as `Date` reads
///   content, unless ``dateDecodingStrategy-swift.property`` selects another form.
/// - A `Decimal` is exact or an error; nothing is rounded.
/// - A property is found by the bytes of its name. The spelling of "é" as one scalar does not match
///   its spelling as two scalars.
/// - Content that is not complete is an error, unless ``acceptsIncompleteContent`` allows it.
/// - Any `GeneratedContent` can be decoded, at any depth.
///
/// Errors are Swift's own `DecodingError`, with the complete coding path and, in the description,
/// the expected and the found value.
public struct GeneratedContentDecoder: Sendable {
  /// The form in which dates are read.
  public var dateDecodingStrategy: DateDecodingStrategy

  /// The form in which data is read.
  public var dataDecodingStrategy: DataDecodingStrategy

  /// The conversion of names of properties into coding keys.
  ///
  /// The names in a dictionary whose keys are strings are data, and are not changed.
  public var keyDecodingStrategy: KeyDecodingStrategy

  /// The form in which infinity and NaN are read, for which content has no number.
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy

  /// `true` if incomplete content is read.
  ///
  /// A string then has its text so far, and values that have not begun are absent; `false` by
  /// default.
  public var acceptsIncompleteContent: Bool

  /// The largest nesting depth of decoded values; `GeneratedContent.maximumDepth` by default.
  ///
  /// Every value that is decoded as a part of another value counts as a level, even if its content
  /// is not nested deeper. The limit keeps content from exhausting the stack through a type that
  /// contains itself: the default is safe on a stack of 512 KB for types of ordinary size.
  public var depthLimit: Int

  /// Values for the decoded types, in `Decoder.userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder with the default options.
  public init() {
    dateDecodingStrategy = .iso8601
    dataDecodingStrategy = .base64
    keyDecodingStrategy = .useDefaultKeys
    nonConformingFloatDecodingStrategy = .throw
    acceptsIncompleteContent = false
    depthLimit = GeneratedContent.maximumDepth
    userInfo = [:]
  }

  /// Makes a value from content.
  ///
  /// - Throws: `DecodingError` if the content does not describe such a value, is not complete, or
  ///   nests deeper than ``depthLimit``; or an error of the type's own initializer.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from content: GeneratedContent
  ) throws -> Value {
    guard content.isComplete || acceptsIncompleteContent else {
      throw ContentDecoding.incompleteError(for: type, content)
    }
    let context = ContentDecoding.Context(self)
    return try ContentDecoding.decode(
      type, content.forPartialReading, at: .root, depth: 0, in: context)
  }
}

extension GeneratedContentDecoder {
  /// The form in which dates are read.
  public enum DateDecodingStrategy: Sendable {
    /// From a string by RFC 3339, as `Date` reads itself from content.
    case iso8601

    /// As ``iso8601``, or from a day such as `2026-11-21`, which means the beginning of the day in
    /// UTC.
    case iso8601OrDay

    /// From a number of seconds since the beginning of 1970 in UTC.
    case secondsSince1970

    /// From a number of milliseconds since the beginning of 1970 in UTC.
    case millisecondsSince1970

    /// As `Date` decodes itself: from a number of seconds since the beginning of 2001 in UTC.
    case deferredToDate

    /// By a function.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// The form in which data is read.
  public enum DataDecodingStrategy: Sendable {
    /// From a string in Base64 (RFC 4648 section 4).
    case base64

    /// As `Data` decodes itself: from an array of bytes.
    case deferredToData

    /// By a function.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// The conversion of names of properties into coding keys.
  public enum KeyDecodingStrategy: Sendable {
    /// The names are the keys.
    case useDefaultKeys

    /// `first_name` becomes `firstName`; underscores at the beginning and at the end stay.
    ///
    /// If two names become one key, the first one is used.
    case convertFromSnakeCase

    /// By a function that gets the coding path. The last element of the path is the name.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// The form in which infinity and NaN are read.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// Not at all: a string in place of a number is an error.
    case `throw`

    /// From these strings.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}

extension GeneratedContent {
  /// Reads this content as a value of a `Decodable` type.
  ///
  /// A type that is both `Decodable` and `Generable` can be read in two forms: `value(_:)` reads
  /// the form of the schema, and this method reads the form of the type's coding keys.
  ///
  /// - Throws: `DecodingError` if the content does not describe such a value or is not complete, or
  ///   an error of the type's own initializer.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self,
    using decoder: GeneratedContentDecoder = GeneratedContentDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: self)
  }
}
