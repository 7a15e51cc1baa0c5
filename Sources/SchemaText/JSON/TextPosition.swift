/// A place in a text.
public struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  /// The number of UTF-8 bytes before the position.
  public let offset: Int

  /// The number of the line, from 1.
  ///
  /// A line ends with a line feed.
  public let line: Int

  /// The number of the Unicode scalar in its line, from 1.
  public let column: Int

  /// Creates a position.
  package init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The line, the column and the offset, for messages.
  public var description: String { "line \(line), column \(column) (byte \(offset))" }
}
