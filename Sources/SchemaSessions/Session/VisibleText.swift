/// The part of an answer's text that its reader has, which may be behind the arrived text.
///
/// A reader can append text only at the end, so a piece of an earlier segment replaces all text. A
/// replacement for each piece would take quadratic time. The text is therefore replaced only when
/// more than an eighth of it is hidden.
struct VisibleText {
  /// A change of the visible text.
  enum Change {
    case append(String)
    /// All text is replaced by the arrived text.
    case replace
  }

  /// The size of the arrived text in bytes.
  private var size = 0
  /// The size of the text that no change has shown or removed yet, in bytes.
  ///
  /// This text begins with a piece of an earlier segment.
  private var hiddenSize = 0

  /// `true` if the reader has all text.
  var isComplete: Bool { hiddenSize == 0 }

  /// Adds a piece of text, at the end or to an earlier segment.
  ///
  /// - Returns: The change of the visible text; `nil` if the piece stays hidden.
  mutating func add(_ text: String, isAtEnd: Bool) -> Change? {
    size += text.utf8.count
    if isAtEnd, isComplete { return .append(text) }
    hiddenSize += text.utf8.count
    return hiddenSize * 8 > size ? show() : nil
  }

  /// Replaces the text of a segment.
  ///
  /// - Returns: The change of the visible text; `nil` if the removal of a text stays hidden, as one
  ///   of many.
  mutating func replace(_ old: String, by new: String) -> Change? {
    size += new.utf8.count - old.utf8.count
    guard new.isEmpty else { return show() }
    hiddenSize += old.utf8.count
    return hiddenSize * 8 > size ? show() : nil
  }

  /// Shows all text.
  mutating func show() -> Change {
    hiddenSize = 0
    return .replace
  }
}
