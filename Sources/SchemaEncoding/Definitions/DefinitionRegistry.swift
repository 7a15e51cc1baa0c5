import SchemaModel

/// The definitions of a document: what is written once and referred to from elsewhere.
///
/// A definition is kept by identity. Names are chosen at the end, by ``names(_:)``, when all
/// definitions are known: they follow from which types are present, never from the order in which
/// these were met.
///
///     var registry = DefinitionRegistry()
///     let first = registry.begin(Order.Status.self, title: "Status")
///     let second = registry.begin(Payment.Status.self, title: "Status")
///     print(registry.names())  // ["Order.Status", "Payment.Status"]
public struct DefinitionRegistry: Sendable {
  struct Entry: Sendable {
    let title: String
    let type: (any Any.Type)?

    /// What encloses a definition that is no type.
    let enclosing: String?
  }

  private(set) var entries: [Entry] = []

  /// Made when it is first needed: whoever knows what is new needs no look-up.
  private var indices: [ObjectIdentifier: Int]?

  /// Creates an empty registry.
  public init() {}

  /// A registry of the definitions of a graph, whose titles stand in a text.
  init(_ definitions: borrowing FlatList<DefinitionRecord>, text: UnsafeBufferPointer<UInt8>) {
    entries.reserveCapacity(definitions.count)
    for index in 0..<definitions.count {
      let definition = definitions[index]
      entries.append(
        Entry(
          title: definition.title.string(in: text), type: definition.type,
          enclosing: definition.enclosing.isNone ? nil : definition.enclosing.string(in: text)))
    }
  }

  /// The number of definitions.
  public var count: Int { entries.count }

  /// The titles, in the order in which the definitions were met.
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
    if let index = indices?[identity] { return (index, false) }
    let index = append(Entry(title: title, type: type, enclosing: nil))
    indices = indices ?? [:]
    indices?[identity] = index
    return (index, true)
  }

  /// Enters what is known to be new.
  mutating func append(_ entry: Entry) -> Int {
    entries.append(entry)
    return entries.count - 1
  }

  /// A reference to a definition: a JSON Pointer in a URI fragment (RFC 6901 section 6).
  ///
  /// - Parameter name: The name of the definition.
  /// - Returns: Text such as `#/$defs/Page%3CItem%3E`.
  public static func pointer(to name: String) -> String {
    var output = OutputBuffer(capacity: name.utf8.count * 2 + 16)
    defer { output.deallocate() }
    output.append("#/$defs/")
    for byte in name.utf8 { append(stepFor: byte, to: &output) }
    return String(decoding: output.buffer, as: UTF8.self)
  }

  /// Adds a byte of a name as it stands in a reference, where nothing has to be escaped for JSON.
  @inline(__always)
  static func append(stepFor byte: UInt8, to output: inout OutputBuffer) {
    switch byte {
    case UInt8(ascii: "~"): output.append("~0")
    case UInt8(ascii: "/"): output.append("~1")
    case _ where isPlain(byte): output.append(byte)
    default:
      output.append(UInt8(ascii: "%"))
      output.append(JSONEscaping.hexDigit(byte >> 4))
      output.append(JSONEscaping.hexDigit(byte & 0xF))
    }
  }

  /// Whether a byte stands for itself in a pointer and in a URI fragment (RFC 3986 section 3.5).
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="),
      UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
