import AutomergeDocument

extension Document {
  /// Puts a text with some characters into the root.
  func putText(_ content: String, key: String = "text") throws -> ObjId {
    let text = try putObject(obj: .ROOT, key: key, ty: .Text)
    try spliceText(obj: text, start: 0, delete: 0, value: content)
    return text
  }
}
