import SchemaModel

/// The JSON text of a document while it is written.
struct DocumentText: DocumentOutput {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  var count: Int { bytes.count }

  mutating func beginObject() { begin(UInt8(ascii: "{")) }

  mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  mutating func beginArray() { begin(UInt8(ascii: "[")) }

  mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
  }

  /// Writes a comma, unless nothing precedes the value in its object or array, or its name does.
  private mutating func separate() {
    switch bytes.last {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), nil: break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  mutating func name(_ name: String) {
    separate()
    bytes.appendJSON(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func name(_ keyword: DialectWord) {
    separate()
    bytes.append(contentsOf: keyword.json)
  }

  mutating func value(_ value: SchemaValue) {
    separate()
    bytes.appendJSON(value)
  }

  mutating func string(_ string: String) {
    separate()
    bytes.appendJSON(string)
  }

  mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func type(_ type: DialectType) {
    separate()
    bytes.append(contentsOf: type.json)
  }

  mutating func reference(to name: String?, prefix: DialectWord) {
    separate()
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
