/// A place in a text.
public struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes of UTF-8 before it.
  public let offset: Int

  /// The number of its line, from 1; a line ends with a line feed.
  public let line: Int

  /// The number of its Unicode scalar in the line, from 1.
  public let column: Int

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - offset: The number of bytes of UTF-8 before it.
  ///   - line: The number of its line, from 1.
  ///   - column: The number of its Unicode scalar in the line, from 1.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// Line, column and offset, in readable form.
  public var description: String { "line \(line), column \(column) (byte \(offset))" }
}
