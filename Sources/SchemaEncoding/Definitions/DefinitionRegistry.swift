import SchemaModel

/// The definitions of a document: the schemas that are written once and referenced.
///
/// A definition is kept by identity. Names are chosen at the end, by ``names(_:)``, when all
/// definitions are known: they depend on the types that are present, and not on the order of their
/// registration.
///
///     var registry = DefinitionRegistry()
///     let first = registry.begin(Order.Status.self, title: "Status")
///     let second = registry.begin(Payment.Status.self, title: "Status")
///     print(registry.names())  // ["Order.Status", "Payment.Status"]
public struct DefinitionRegistry: Sendable {
  struct Entry: Sendable {
    let title: String
    var type: (any Any.Type)?

    /// The name of what encloses a definition that is not a type.
    var enclosing: String?
  }

  private(set) var entries: [Entry] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Creates a registry of definitions that are known to be different.
  init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The number of definitions.
  public var count: Int { entries.count }

  /// The titles, in the order of registration.
  public var titles: [String] { entries.map(\.title) }

  /// Enters a type, unless it is already there.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - title: Its title.
  /// - Returns: The index of its definition, and whether it is new, so that its body has to follow.
  /// - Complexity: O(1) on average.
  public mutating func begin(
    _ type: any Any.Type, title: String
  ) -> (index: Int, isNew: Bool) {
    let identity = ObjectIdentifier(type)
    if let index = indices[identity] { return (index, false) }
    let index = entries.count
    entries.append(Entry(title: title, type: type))
    indices[identity] = index
    return (index, true)
  }

  /// A reference to a definition under `$defs`: a JSON Pointer in a URI fragment (RFC 6901
  /// section 6).
  ///
  /// - Parameter name: The name of the definition.
  /// - Returns: Text such as `#/$defs/Page%3CItem%3E`.
  public static func pointer(to name: String) -> String {
    SchemaPath([.key("$defs"), .key(name)]).fragment
  }
}
