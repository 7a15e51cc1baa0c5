import ContentStorage
import SchemaModel

/// The content of a document while it is written.
///
/// This is a class because a builder cannot be copied and the output of a writer has to be
/// copyable.
final class DocumentContent: DocumentOutput {
  private var builder: ContentBuilder

  init(capacity: Int) {
    // A document has about 8 bytes of text for each word of its content.
    builder = ContentBuilder(words: capacity / 8, textBytes: capacity)
  }

  /// The content that is written so far.
  var content: GeneratedContent { builder.snapshot() }

  var count: Int { 0 }

  func beginObject() { builder.beginObject() }

  func endObject() { builder.endObject() }

  func beginArray() { builder.beginArray() }

  func endArray() { builder.endArray() }

  func name(_ name: String) { builder.key(name) }

  func name(_ keyword: DialectWord) { builder.key(keyword.string) }

  func value(_ value: SchemaValue) { builder.append(value) }

  /// Writes a complete document.
  func json(_ text: [UInt8]) { _ = builder.append(json: text.span, maximumDepth: .max) }

  func string(_ string: String) { builder.string(string) }

  func bool(_ value: Bool) { builder.bool(value) }

  func type(_ type: DialectType) {
    builder.key(type.keyword)
    builder.string(type.name)
  }

  func reference(to name: String?, prefix: DialectWord) {
    builder.string(name.map { prefix.string + SchemaPath.fragmentToken($0) } ?? "#")
  }
}

extension ContentBuilder {
  /// Adds the value of a keyword.
  ///
  /// The function recurses. Values nest no deeper than `GeneratedContent.maximumDepth`.
  fileprivate mutating func append(_ value: SchemaValue) {
    switch value {
    case .null: null()
    case .boolean(let value): bool(value)
    case .number(let number): append(GeneratedContent(number: number))
    case .string(let text): string(text)
    case .array(let values):
      beginArray()
      for value in values { append(value) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        append(member.value)
      }
      endObject()
    case .schema(let node): append(node.content)
    case .schemas(let nodes):
      beginArray()
      for node in nodes { append(node.content) }
      endArray()
    case .namedSchemas(let schemas):
      beginObject()
      for schema in schemas {
        key(schema.name)
        append(schema.schema.content)
      }
      endObject()
    }
  }
}
