import SchemaModel

/// The JSON text of a document while it is written.
struct DocumentText: DocumentOutput {
  private(set) var bytes: [UInt8] = []

  /// `true` if a value has ended in the current object or array, so that a comma precedes the next
  /// name or value.
  private var followsValue = false

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var count: Int { bytes.count }

  mutating func beginObject() { begin(UInt8(ascii: "{")) }

  mutating func endObject() { end(UInt8(ascii: "}")) }

  mutating func beginArray() { begin(UInt8(ascii: "[")) }

  mutating func endArray() { end(UInt8(ascii: "]")) }

  private mutating func begin(_ bracket: UInt8) {
    separate(isBeforeValue: false)
    bytes.append(bracket)
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    followsValue = true
  }

  /// Writes a comma if a value precedes.
  ///
  /// - Parameter isBeforeValue: `true` if a complete value is written next; `false` if a name or an
  ///   opening bracket is written next.
  private mutating func separate(isBeforeValue: Bool) {
    if followsValue { bytes.append(UInt8(ascii: ",")) }
    followsValue = isBeforeValue
  }

  mutating func name(_ name: String) {
    separate(isBeforeValue: false)
    bytes.appendJSON(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func name(_ keyword: DialectWord) {
    separate(isBeforeValue: false)
    bytes.append(contentsOf: keyword.json)
  }

  mutating func value(_ value: SchemaValue) {
    separate(isBeforeValue: true)
    bytes.appendJSON(value)
  }

  mutating func string(_ string: String) {
    separate(isBeforeValue: true)
    bytes.appendJSON(string)
  }

  mutating func bool(_ value: Bool) {
    separate(isBeforeValue: true)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func type(_ type: DialectType) {
    separate(isBeforeValue: true)
    bytes.append(contentsOf: type.json)
  }

  mutating func reference(to name: String?, prefix: DialectWord) {
    separate(isBeforeValue: true)
    bytes.append(UInt8(ascii: "\""))
    if let name {
      bytes.append(contentsOf: prefix.json)
      // Text that is escaped for a fragment needs no escape in JSON.
      bytes.append(fragmentToken: name)
    } else {
      bytes.append(UInt8(ascii: "#"))
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
