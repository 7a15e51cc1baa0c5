#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// An encoder for one value, which a type's `encode(to:)` gets.
final class ContentEncoding: Encoder {
  /// The state that all places of one run share.
  final class Context {
    let options: GeneratedContentEncoder
    /// `true` if coding keys are used as names.
    let hasDefaultKeys: Bool
    let userInfo: [CodingUserInfoKey: Any]
    /// The first error of a call that cannot throw.
    private(set) var failure: EncodingError?
    private var knownKeys: [ObjectIdentifier: Keys] = [:]

    /// The kind of a type's keys.
    enum Keys {
      /// The properties keep the order in which the type's code encodes them.
      case ordered
      /// The keys of a dictionary, whose properties are sorted by name.
      case unordered
      /// As `unordered`, for keys that are strings. They are data, and the strategy for keys does
      /// not change them.
      case unorderedStrings
    }

    init(_ options: GeneratedContentEncoder) {
      self.options = options
      if case .useDefaultKeys = options.keyEncodingStrategy {
        hasDefaultKeys = true
      } else {
        hasDefaultKeys = false
      }
      userInfo = options.userInfo
    }

    /// Returns the kind of a type's keys.
    func keys(of type: any Any.Type) -> Keys {
      let identity = ObjectIdentifier(type)
      if let known = knownKeys[identity] { return known }
      let dictionary = type as? any CodedDictionary.Type
      let keys: Keys =
        dictionary.map { $0.hasStringKeys ? .unorderedStrings : .unordered } ?? .ordered
      knownKeys[identity] = keys
      return keys
    }

    /// Records an error of a call that cannot throw, unless there was an earlier one.
    func note(_ value: @autoclosure () -> Any, _ message: String, at path: CodingPath) {
      guard failure == nil else { return }
      failure = ContentEncoding.error(value(), message, at: path)
    }

    /// Records as a failure that a container was requested after a value of another kind.
    func noteSecond(_ container: String, isUnderKey: Bool = false, at path: CodingPath) {
      let place = isUnderKey ? " under this key" : ""
      note(
        container,
        "Expected one kind of value\(place), found \(container) after a value of another kind.",
        at: path)
    }

    func isTooDeep(_ depth: Int) -> Bool { depth >= options.depthLimit }

    /// Returns the path and the depth of a nested container, and whether its values are kept.
    ///
    /// Calls that create containers cannot throw. A container that is too deep is recorded as a
    /// failure, and its values are discarded. Such a container has the path and the depth of its
    /// parent, so that the path does not grow further.
    func nested(
      in path: CodingPath, depth: Int, _ place: () -> CodingPath
    ) -> (CodingPath, depth: Int, isKept: Bool) {
      guard isTooDeep(depth) else { return (place(), depth + 1, true) }
      note(path.keys, depthMessage, at: path)
      return (path, depth, false)
    }

    var depthMessage: String {
      "Expected at most \(options.depthLimit) nested values, found more. Raise the "
        + "encoder's depthLimit if the stack has room for it."
    }
  }

  /// The value so far.
  private(set) var value: EncodedValue?
  private let path: CodingPath
  private let depth: Int
  private let context: Context
  private let keys: Context.Keys

  init(at path: CodingPath, depth: Int, in context: Context, keys: Context.Keys) {
    self.path = path
    self.depth = depth
    self.context = context
    self.keys = keys
  }

  var codingPath: [any CodingKey] { path.keys }

  var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let object: EncodedObject
    if case .object(let begun) = value {
      object = begun
    } else {
      object = EncodedObject(isSorted: keys != .ordered)
      begin(.object(object), "a keyed container")
    }
    return KeyedEncodingContainer(
      KeyedContentEncoding<Key>(
        object, at: path, depth: depth, in: context,
        keepsNames: context.hasDefaultKeys || keys == .unorderedStrings))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let array: EncodedArray
    if case .array(let begun) = value {
      array = begun
    } else {
      array = EncodedArray()
      begin(.array(array), "an unkeyed container")
    }
    return UnkeyedContentEncoding(array, at: path, depth: depth, in: context)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Begins a container; nothing may have been encoded before.
  private func begin(_ container: EncodedValue, _ name: String) {
    guard value == nil else { return context.noteSecond(name, at: path) }
    value = container
  }

  static func error(_ value: Any, _ message: String, at path: CodingPath) -> EncodingError {
    .invalidValue(
      // Foundation traps when it describes a NaN date, so the error contains the number instead.
      (value as? Date)?.timeIntervalSince1970 ?? value,
      EncodingError.Context(codingPath: path.keys, debugDescription: message))
  }
}

extension ContentEncoding: SingleValueEncodingContainer {
  private func set(_ new: EncodedValue, from source: Any) throws {
    guard value == nil else {
      throw ContentEncoding.error(
        source, "Expected one container or one value, found a value after another.", at: path)
    }
    value = new
  }

  private func scalar(_ new: some ConvertibleToGeneratedContent) throws {
    try set(.content(new.generatedContent), from: new)
  }

  func encodeNil() throws {
    try set(.content(GeneratedContent(kind: .null)), from: Any?.none as Any)
  }
  func encode(_ value: Bool) throws { try scalar(value) }
  func encode(_ value: String) throws { try scalar(value) }

  /// Encodes an integer of any width that the protocol names.
  func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) throws {
    try set(.content(GeneratedContent(integer: value)), from: value)
  }

  // The library has its own implementation for the widest integers, which always throws.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws {
    try set(.content(GeneratedContent(integer: value)), from: value)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws {
    try set(.content(GeneratedContent(integer: value)), from: value)
  }

  func encode(_ value: Float) throws {
    try set(.content(ContentEncoding.float(value, at: path, in: context)), from: value)
  }

  func encode(_ value: Double) throws {
    try set(.content(ContentEncoding.float(value, at: path, in: context)), from: value)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try set(
      ContentEncoding.encodePart(value, at: path, depth: depth, in: context), from: value)
  }
}
