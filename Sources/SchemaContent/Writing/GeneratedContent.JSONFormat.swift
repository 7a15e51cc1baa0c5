extension GeneratedContent {
  /// How JSON text is laid out.
  public enum JSONFormat: Sendable, Hashable {
    /// One line, with a space after each colon and comma: `{"a": 1, "b": [2, 3]}`.
    case singleLine

    /// One line without spaces: `{"a":1,"b":[2,3]}`.
    case compact

    /// Each element and property on a line of its own, indented by two spaces a level,
    /// up to 100 levels.
    case pretty
  }
}
