import SchemaText

extension EncodedSchema: Equatable {
  /// Whether two documents are equal as JSON, where the order of an object's members has no effect.
  ///
  /// Diagnostics do not count.
  public static func == (first: EncodedSchema, second: EncodedSchema) -> Bool {
    first.utf8 == second.utf8 || first.root == second.root
  }
}

extension EncodedSchema.Node: Equatable {
  /// Whether two schemas are equal as JSON, where the order of an object's members has no effect.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the text, without recursion.
  public static func == (first: EncodedSchema.Node, second: EncodedSchema.Node) -> Bool {
    var pending = [(first.range, second.range)]
    while let (one, other) = pending.popLast() {
      let kind = first.document.first(one)
      guard kind == second.document.first(other) else { return false }
      guard kind == UInt8(ascii: "{") || kind == UInt8(ascii: "[") else {
        guard first.document.value(one, of: nil) == second.document.value(other, of: nil)
        else { return false }
        continue
      }
      var members = (first.document.members(of: one), second.document.members(of: other))
      guard members.0.count == members.1.count else { return false }
      if kind == UInt8(ascii: "{") {
        members.0.sort { ExactText($0.name) < ExactText($1.name) }
        members.1.sort { ExactText($0.name) < ExactText($1.name) }
      }
      for (member, counterpart) in zip(members.0, members.1) {
        guard ExactText(member.name) == ExactText(counterpart.name) else { return false }
        pending.append((member.value, counterpart.value))
      }
    }
    return true
  }
}
