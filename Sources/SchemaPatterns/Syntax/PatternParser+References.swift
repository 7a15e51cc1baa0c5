import SchemaText

extension PatternParser {
  /// Checks that every reference names a group, and in Swift that the group has matched by then.
  ///
  /// A reference to a group that has not matched fails in Swift. In ECMA-262 it matches the
  /// empty string. A reference has one meaning only if its group has always matched before it.
  func checkReferences() throws(Failure) {
    guard usesBackreferences else { return }
    var names: Set<ExactText> = []
    var count = 0
    for element in elements {
      guard case .groupStart(let kind) = element, kind.captures else { continue }
      count += 1
      if case .named(let name) = kind { names.insert(ExactText(name)) }
    }
    for element in elements {
      guard case .reference(let reference) = element else { continue }
      let exists =
        switch reference.target {
        case .number(let number): number >= 1 && number <= count
        case .name(let name): names.contains(ExactText(name))
        }
      guard exists else {
        throw failure(
          reference.construct, at: reference.offset, "The pattern has no such group.",
          "Refer to a group by its number or name.")
      }
    }
    if dialect == .swift, let reference = PatternReferences.firstUncertain(in: elements) {
      throw failure(
        reference.construct, at: reference.offset,
        "If the group has not matched, the reference fails in Swift and "
          + "matches the empty string in ECMA-262.",
        "Refer only to a group that always matches first.")
    }
  }
}
