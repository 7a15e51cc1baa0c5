public import AutomergeDocument

/// A key of a map or an index of a list, as a coding key.
///
/// A path is an array of coding keys; ``parsePath(_:)`` reads a path from text.
public struct AnyCodingKey: CodingKey, Hashable, Sendable {
  /// The place in its container.
  let prop: Prop

  /// Creates the coding key of a place.
  public init(_ prop: Prop) { self.prop = prop }

  /// Creates the coding key of a step of a path.
  public init(_ element: PathElement) { prop = element.prop }

  /// Creates a copy of a coding key.
  ///
  /// A key of another type with an integer becomes an index of a list, and any other key becomes
  /// the key of a map, by its string.
  public init(_ key: some CodingKey) {
    prop =
      (key as? AnyCodingKey)?.prop ?? key.intValue.flatMap { UInt64(exactly: $0) }.map(Prop.Index)
      ?? .Key(key.stringValue)
  }

  /// The empty key.
  ///
  /// The path to the root of a document is empty; it does not contain this key.
  public static let ROOT = AnyCodingKey("")

  /// Creates the coding key of a key in a map.
  public init(_ key: String) { prop = .Key(key) }

  /// Creates the coding key of an index in a list.
  public init(_ index: UInt64) { prop = .Index(index) }

  /// Creates the coding key of a key in a map.
  public init(stringValue: String) { prop = .Key(stringValue) }

  /// Creates the coding key of an index in a list; `nil` for a negative index.
  public init?(intValue: Int) {
    guard let index = UInt64(exactly: intValue) else { return nil }
    prop = .Index(index)
  }

  /// The key, or the decimal digits of the index.
  public var stringValue: String {
    switch prop {
    case .Key(let key): key
    case .Index(let index): String(index)
    }
  }

  /// The index; `nil` for keys.
  public var intValue: Int? {
    switch prop {
    case .Key: nil
    case .Index(let index): Int(exactly: index)
    }
  }
}

extension AnyCodingKey: CustomStringConvertible {
  /// The key or the index in the text of a path: `name`, `[3]` or `["any key"]`.
  public var description: String {
    switch prop {
    case .Index(let index): "[\(index)]"
    case .Key(let key): PathParser.isName(key) ? key : "[\(PathParser.quoted(key))]"
    }
  }
}

extension AnyCodingKey: CustomDebugStringConvertible {
  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension AnyCodingKey {
  /// Reads a path such as `.list.[2].notes`, `list[2].notes` or `["any key"].x`.
  ///
  /// - Parameter path: The text; `""` and `"."` are the path to the root.
  /// - Returns: The steps of the path.
  /// - Throws: ``PathParseError``. The type is not part of the declaration, because Swift 6.3 can't
  ///   compile a `catch` of one case of a typed error.
  public static func parsePath(_ path: String) throws -> [AnyCodingKey] {
    var parser = PathParser(path)
    return try parser.parse()
  }
}

extension Sequence where Element == AnyCodingKey {
  /// Returns the text of a path, which ``AnyCodingKey/parsePath(_:)`` reads back.
  public func stringPath() -> String { "." + map(\.description).joined(separator: ".") }
}

extension Sequence where Element == any CodingKey {
  /// Returns the text of a path, which ``AnyCodingKey/parsePath(_:)`` reads back.
  public func stringPath() -> String { map { AnyCodingKey($0) }.stringPath() }
}

extension Sequence where Element == PathElement {
  /// Returns the text of a path, which ``AnyCodingKey/parsePath(_:)`` reads back.
  public func stringPath() -> String { map { AnyCodingKey($0) }.stringPath() }
}
