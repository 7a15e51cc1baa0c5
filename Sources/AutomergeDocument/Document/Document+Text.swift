/// Editing text. Positions are in the units of ``textEncoding``.
extension Document {
  /// Replaces a range of a text.
  ///
  /// - Parameters:
  ///   - obj: The text.
  ///   - start: The start of the range.
  ///   - delete: The number of units to delete. A number that exceeds the rest deletes the rest. A
  ///     negative number deletes units before the start, and the value replaces them.
  ///   - value: The text to insert.
  /// - Throws: An error with the code `indexOutOfBounds`, or an error of every edit.
  public func spliceText(
    obj: ObjId, start: UInt64, delete: Int64, value: String? = nil
  ) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      try core.spliceText(try core.set.text(obj), start, delete, value ?? "")
    }
  }

  /// Changes a text to a new value by the smallest edits, so that concurrent edits are kept.
  ///
  /// - Complexity: The length of the texts times the number of differing characters; very different
  ///   texts are replaced in larger parts.
  public func updateText(obj: ObjId, value: String) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in try core.updateText(try core.set.text(obj), value)
    }
  }

  /// Marks a range of a text with a property, such as bold or a link.
  ///
  /// For an index within an element of several units, the edge is after that element. A range
  /// within one element is therefore empty and makes no edit.
  ///
  /// - Parameters:
  ///   - obj: The text.
  ///   - start: The start of the range.
  ///   - end: The end of the range.
  ///   - expand: The edges at which inserted text becomes part of the mark.
  ///   - name: The name of the property.
  ///   - value: The value of the property; null removes the mark from the range.
  /// - Throws: An error with the code `indexOutOfBounds`, or an error of every edit.
  public func mark(
    obj: ObjId, start: UInt64, end: UInt64, expand: ExpandMark, name: String, value: ScalarValue
  ) throws(AutomergeError) {
    try withEdit { core throws(AutomergeError) in
      try core.mark(
        try core.set.text(obj), (start, end), expand: expand, name: name, value: value)
    }
  }
}
