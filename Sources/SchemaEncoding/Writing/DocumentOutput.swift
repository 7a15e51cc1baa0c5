import SchemaModel

/// A form in which a document is written: its JSON text, or content.
///
/// The writer of documents is generic over the output. The same walk writes text or content, and
/// content is never made from text.
protocol DocumentOutput {
  /// The number of bytes of text so far; zero for a form that has no text.
  var count: Int { get }

  mutating func beginObject()
  mutating func endObject()
  mutating func beginArray()
  mutating func endArray()

  /// Writes the name of a member, whose value follows.
  mutating func name(_ name: String)

  /// Writes a keyword as the name of a member, whose value follows.
  mutating func name(_ keyword: DialectWord)

  /// Writes a value.
  mutating func value(_ value: SchemaValue)

  /// Writes a string.
  mutating func string(_ string: String)

  /// Writes a boolean.
  mutating func bool(_ value: Bool)

  /// Writes the keyword of the type with its value.
  mutating func type(_ type: DialectType)

  /// Writes a reference to the definition with a name; to the root if the name is `nil`.
  mutating func reference(to name: String?, prefix: DialectWord)
}

extension DocumentOutput {
  /// Writes members of an object.
  mutating func members(_ members: [SchemaValue.Member]) {
    for member in members {
      name(member.name)
      value(member.value)
    }
  }
}
