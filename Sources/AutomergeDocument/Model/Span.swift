/// A part of a text: characters with the same marks, or a block.
///
/// A block is a map within a text, such as the beginning of a paragraph or of a heading. It counts
/// as one unit, and the content of the text has U+FFFC in its place. By convention, a block has a
/// string `type`, a list of strings `parents` and a map `attrs`.
public enum Span: Hashable, Sendable {
  /// Characters, and the values of their marks by name.
  case text(String, marks: [String: ScalarValue])
  /// The content of a block.
  case block([String: AutomergeValue])
}
