/// What a regex is made of, seen by reflection.
///
/// `_literalPattern` puts a regex from a builder together without all the groups it needs:
/// `Regex { ChoiceOf { "a"; "b" }; "c" }` becomes `a|bc`, and `Optionally { OneOrMore(.digit) }`
/// becomes `\d+?`. The text cannot show this, so the tree behind it is looked through. Where
/// reflection does not find the tree, nothing is reported.
enum RegexStructure {
  struct Loss {
    var construct: String
    /// Goes on after "in which".
    var consequence: String
    var suggestion: String
  }

  /// Where a node stands, as far as the text around it can change what it means.
  private enum Place {
    /// Alone between delimiters.
    case whole
    /// Next to other nodes.
    case part
    /// Before a quantifier. `isDirect` holds if Swift looks whether the node needs a group.
    case repeated(isDirect: Bool)

    var isRepeated: Bool {
      if case .repeated = self { true } else { false }
    }
  }

  /// The first thing in a regex that its text does not say.
  static func firstLoss<Output>(in regex: Regex<Output>) -> Loss? {
    var root: Any = regex
    for label in ["program", "tree", "root"] {
      guard let child = Mirror(reflecting: root).children.first(where: { $0.label == label })
      else { return nil }
      root = child.value
    }
    var pending: [(node: Any, place: Place)] = [(root, .whole)]
    while let (node, place) = pending.popLast() {
      guard let (label, payload) = enumCase(node) else {
        if place.isRepeated { return repetition }
        continue
      }
      if let loss = loss(of: label, payload: payload, at: place) { return loss }
      pending += children(of: label, payload: payload, at: place)
    }
    return nil
  }

  private static func loss(of label: String, payload: Any, at place: Place) -> Loss? {
    switch (label, place) {
    case ("orderedChoice", .part), ("orderedChoice", .repeated):
      return nodes(in: payload).count > 1 ? choice : nil
    case ("quantification", .repeated), ("trivia", .repeated):
      return repetition
    case ("concatenation", .repeated(let isDirect)):
      let count = nodes(in: payload).count
      return count == 0 || count > 1 && !isDirect ? repetition : nil
    case ("quotedLiteral", _):
      guard let literal = payload as? String else { return nil }
      if literal.contains("\\E") { return quote }
      guard case .repeated(isDirect: false) = place else { return nil }
      return literal.unicodeScalars.count > 1 ? repetition : nil
    case ("nonCapturingGroup", _):
      // Only the kind of the group is described; the rest of the payload is all that it holds.
      guard let kind = Mirror(reflecting: payload).children.first?.value else { return nil }
      let isPossessive = String(describing: kind).contains("possessiveByDefault")
      return isPossessive ? possession : nil
    default:
      return nil
    }
  }

  private static func children(
    of label: String, payload: Any, at place: Place
  ) -> [(node: Any, place: Place)] {
    let nodes = nodes(in: payload)
    switch label {
    case "concatenation":
      let written = nodes.filter { isWritten($0) }
      if written.count > 1 { return written.map { ($0, .part) } }
      return written.map { ($0, nodes.count > 1 && place.isRepeated ? .whole : place) }
    case "ignoreCapturesInTypedOutput", "convertedRegexLiteral":
      return nodes.prefix(1).map { ($0, place.isRepeated ? .repeated(isDirect: false) : place) }
    case "quantification":
      return nodes.map { ($0, .repeated(isDirect: true)) }
    case "orderedChoice", "capture", "nonCapturingGroup":
      return nodes.map { ($0, .whole) }
    default:
      return []
    }
  }

  private static func isWritten(_ node: Any) -> Bool {
    guard let (label, _) = enumCase(node) else { return false }
    return label != "trivia"
  }

  // MARK: Reflection

  private static func enumCase(_ value: Any) -> (label: String, payload: Any)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label
    else { return nil }
    return (label, child.value)
  }

  private static func nodes(in payload: Any) -> [Any] {
    if isNode(payload) { return [payload] }
    return Mirror(reflecting: payload).children.map(\.value).filter(isNode)
  }

  private static func isNode(_ value: Any) -> Bool {
    String(describing: type(of: value)) == "Node"
  }

  // MARK: Losses

  private static let choice = Loss(
    construct: "ChoiceOf",
    consequence: "a choice runs into the components beside it",
    suggestion: "Wrap the choice in Capture { … }, or write one literal with (?:…|…).")

  private static let repetition = Loss(
    construct: "Repeat",
    consequence: "a quantifier no longer applies to all that it should repeat",
    suggestion: "Wrap what repeats in Capture { … }, or write one literal with (?:…).")

  private static let quote = Loss(
    construct: "\\E",
    consequence: "a literal text ends too early",
    suggestion: "Write the text as a regex literal.")

  private static let possession = Loss(
    construct: "repetitionBehavior(.possessive)",
    consequence: "its quantifiers give back what they matched",
    suggestion: "Leave the option out.")
}
