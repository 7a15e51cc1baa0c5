import SchemaCoding
import SchemaModel

/// The encoded form of metadata: an object with the JSON of each value.
///
/// Older versions kept values of Swift types as metadata, and wrote them as the same JSON.
struct MetadataFile: Codable {
  let values: [String: GeneratedContent]

  init(_ values: [String: GeneratedContent]) { self.values = values }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var values: [String: GeneratedContent] = [:]
    for key in container.allKeys {
      values[key.stringValue] = try container.decode(GeneratedContent.self, forKey: key)
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
