import SchemaCoding
import SchemaModel

/// Metadata as it is encoded.
///
/// What is read has the plainest type that holds it: text, whole numbers, other numbers, Booleans
/// and lists of texts as such, all else as `GeneratedContent`.
struct MetadataFile: Codable {
  let values: Metadata

  init(_ values: Metadata) {
    self.values = values
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var values: Metadata = [:]
    for key in container.allKeys {
      if let text = try? container.decode(String.self, forKey: key) {
        values[key.stringValue] = text
      } else if let flag = try? container.decode(Bool.self, forKey: key) {
        values[key.stringValue] = flag
      } else if let number = try? container.decode(Int.self, forKey: key) {
        values[key.stringValue] = number
      } else if let number = try? container.decode(Double.self, forKey: key) {
        values[key.stringValue] = number
      } else if let texts = try? container.decode([String].self, forKey: key) {
        values[key.stringValue] = texts
      } else {
        values[key.stringValue] = try container.decode(GeneratedContent.self, forKey: key)
      }
    }
    self.values = values
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: Key(stringValue: name))
    }
  }
}
