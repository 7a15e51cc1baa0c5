import ContentStorage

extension GeneratedContent: CustomDebugStringConvertible {
  /// The content in a readable form.
  ///
  /// Incomplete content ends in `…`. Containers more than 64 deep are replaced by a note. The form
  /// is not meant to be parsed and may change.
  public var debugDescription: String {
    var text = ""
    describe(into: &text, depth: 64)
    return text
  }

  /// Writes the content, with recursion at most `depth` deep.
  private func describe(into text: inout String, depth: Int) {
    switch shape {
    case .nothing: text += "…"
    case .null: text += "null"
    case .bool: text += truth == true ? "true" : "false"
    case .number: text += numberText ?? ""
    case .string:
      text += stringValue.debugDescription
      if !isComplete { text += "…" }
    case .array, .object:
      guard depth > 0 else {
        text += "(deeper levels are not shown)"
        return
      }
      describeContainer(into: &text, depth: depth)
    }
  }

  private func describeContainer(into text: inout String, depth: Int) {
    var isFirst = true
    if shape == .array {
      text += "["
      for element in elements {
        if !isFirst { text += ", " }
        isFirst = false
        element.describe(into: &text, depth: depth - 1)
      }
    } else {
      text += "{"
      for (name, content) in properties {
        if !isFirst { text += ", " }
        isFirst = false
        text += name.debugDescription + ": "
        content.describe(into: &text, depth: depth - 1)
      }
    }
    if !isComplete { text += isFirst ? "…" : ", …" }
    text += shape == .array ? "]" : "}"
  }
}
