extension GeneratedContent {
  /// The content as JSON text on one line, such as `{"name": "Ada", "born": 1815}`.
  ///
  /// Properties keep their order, and numbers keep their spelling. In incomplete content, open
  /// strings, arrays and objects are closed at the end.
  ///
  /// - Complexity: O(n) in the size of the content, without recursion.
  public var jsonString: String { jsonString(.singleLine) }

  /// Returns the content as JSON text.
  ///
  /// Properties keep their order, and numbers keep their spelling. In strings, only characters that
  /// JSON requires to be escaped are escaped. In incomplete content, open strings, arrays and
  /// objects are closed at the end.
  ///
  /// - Parameter format: The layout of the text.
  /// - Returns: The text. If the content is complete, parsing the text gives equal content.
  /// - Complexity: O(n) in the size of the content, without recursion.
  public func jsonString(_ format: JSONFormat) -> String {
    String(decoding: jsonBytes(format), as: UTF8.self)
  }

  /// Returns the content as JSON text in UTF-8.
  ///
  /// - Complexity: See ``jsonString(_:)``.
  public func jsonBytes(_ format: JSONFormat = .compact) -> [UInt8] {
    var writer = JSONTextWriter(hasSpaces: format == .singleLine)
    writer.write(self)
    return format == .pretty ? JSONPrettyPrinter.print(writer.output) : writer.output
  }
}

extension GeneratedContent {
  /// The layout of JSON text.
  public enum JSONFormat: Sendable, Hashable {
    /// One line, with a space after each colon and comma: `{"a": 1, "b": [2, 3]}`.
    case singleLine

    /// One line without spaces: `{"a":1,"b":[2,3]}`.
    case compact

    /// Each element and property on its own line, indented by two spaces for each level, up to 100
    /// levels.
    case pretty
  }
}
