/// Checks that Swift's text for a regex has the full meaning of the regex.
///
/// `_literalPattern` writes a regex from a builder without all the groups that it needs: `Regex {
/// ChoiceOf { "a"; "b" }; "c" }` becomes `a|bc`, and `Optionally { OneOrMore(.digit) }` becomes
/// `\d+?`. The text does not show the difference, and the standard library has no other way to read
/// a regex. The check therefore reads the tree of the regex by reflection.
///
/// The check fails closed. It knows only the kinds of nodes in this file, and how many parts each
/// has. A regex with any other node is rejected, also with a later standard library.
enum RegexStructure {
  private typealias Failure = SchemaPattern.TranslationError

  /// The context of a node that can change the meaning of the node's text.
  private enum Context {
    /// Between delimiters.
    case whole
    /// Next to other nodes.
    case part
    /// Before a quantifier. `isDirect` is true if Swift checks whether the node needs a group.
    case repeated(isDirect: Bool)

    var isRepeated: Bool {
      if case .repeated = self { true } else { false }
    }
  }

  /// A node of the tree: a case of an enumeration and its payload.
  private struct Node {
    var label: String
    /// The parts of the payload that are nodes.
    var children: [Any]
    var payload: Any

    var isWritten: Bool { label != "trivia" && label != "empty" }
  }

  private enum Finding: Error {
    case loss(construct: String, consequence: String, suggestion: String)
    case unknown
  }

  /// Compares a regex with the text that Swift writes for it.
  ///
  /// - Throws: ``SchemaPattern/TranslationError`` if the text loses a part of the meaning or the
  ///   tree has an unknown part.
  static func check<Output>(
    _ regex: Regex<Output>, writtenAs text: String
  ) throws(SchemaPattern.TranslationError) {
    do throws(Finding) {
      try check(root: root(of: regex))
    } catch {
      switch error {
      case .loss(let construct, let consequence, let suggestion):
        throw Failure(
          construct: construct, offset: 0,
          reason: "Swift writes this regex as '\(text)', in which \(consequence).",
          suggestion: suggestion)
      case .unknown:
        throw Failure(
          construct: "Regex", offset: 0,
          reason: "This version of Swift doesn't show whether '\(text)' has the full meaning of "
            + "the regex.",
          suggestion: "Give the pattern as text with SchemaPattern(ecma:).")
      }
    }
  }

  private static func root(of regex: Any) throws(Finding) -> Any {
    var value = regex
    for label in ["program", "tree", "root"] {
      guard let child = Mirror(reflecting: value).children.first(where: { $0.label == label })
      else { throw .unknown }
      value = child.value
    }
    return value
  }

  /// Returns `true` if the check knows all nodes of a tree and the text of the tree loses nothing.
  ///
  /// Tests pass their own trees.
  static func isKnown(root: Any) -> Bool { (try? check(root: root)) != nil }

  private static func check(root: Any) throws(Finding) {
    var pending: [(value: Any, context: Context)] = [(root, .whole)]
    while let (value, context) = pending.popLast() {
      let node = try node(value)
      try checkLoss(of: node, in: context)
      pending += try children(of: node, in: context)
    }
  }

  private static func checkLoss(of node: Node, in context: Context) throws(Finding) {
    switch (node.label, context) {
    case ("orderedChoice", .part), ("orderedChoice", .repeated):
      if node.children.count > 1 { throw choice }
    case ("quantification", .repeated), ("trivia", .repeated), ("empty", .repeated):
      throw repetition
    case ("concatenation", .repeated(let isDirect)):
      let count = node.children.count
      if count == 0 || count > 1 && !isDirect { throw repetition }
    case ("quotedLiteral", _):
      guard let literal = node.payload as? String else { throw .unknown }
      if literal.contains("\\E") { throw quote }
      guard case .repeated(isDirect: false) = context else { return }
      if literal.unicodeScalars.count > 1 { throw repetition }
    case ("nonCapturingGroup", _):
      guard let kind = Mirror(reflecting: node.payload).children.first?.value else {
        throw .unknown
      }
      try checkGroup(kind)
    default:
      return
    }
  }

  private static func children(
    of node: Node, in context: Context
  ) throws(Finding) -> [(value: Any, context: Context)] {
    switch node.label {
    case "concatenation":
      var written: [Any] = []
      for child in node.children where try Self.node(child).isWritten { written.append(child) }
      if written.count > 1 { return written.map { ($0, .part) } }
      return written.map { ($0, node.children.count > 1 && context.isRepeated ? .whole : context) }
    case "ignoreCapturesInTypedOutput", "convertedRegexLiteral":
      return node.children.map { ($0, context.isRepeated ? .repeated(isDirect: false) : context) }
    case "quantification":
      return node.children.map { ($0, .repeated(isDirect: true)) }
    default:
      return node.children.map { ($0, .whole) }
    }
  }

  // MARK: Reflection

  private static func node(_ value: Any) throws(Finding) -> Node {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { throw .unknown }
    guard let child = mirror.children.first else {
      guard "\(value)" == "empty" else { throw .unknown }
      return Node(label: "empty", children: [], payload: value)
    }
    guard let label = child.label else { throw .unknown }
    let parts = Mirror(reflecting: child.value)
    /// The number of parts of the payload, and the index of the part that is a node.
    let (count, index): (Int, Int)
    switch label {
    case "atom", "customCharacterClass", "quotedLiteral", "trivia":
      return Node(label: label, children: [], payload: child.value)
    case "orderedChoice", "concatenation":
      guard parts.displayStyle == .collection else { throw .unknown }
      return Node(label: label, children: parts.children.map(\.value), payload: child.value)
    case "ignoreCapturesInTypedOutput":
      return Node(label: label, children: [child.value], payload: child.value)
    case "convertedRegexLiteral": (count, index) = (2, 0)
    case "nonCapturingGroup": (count, index) = (2, 1)
    case "quantification": (count, index) = (3, 2)
    case "capture": (count, index) = (4, 2)
    default: throw .unknown
    }
    let values = parts.children.map(\.value)
    guard parts.displayStyle == .tuple, values.count == count else { throw .unknown }
    return Node(label: label, children: [values[index]], payload: child.value)
  }

  /// Checks that Swift writes the kind and the options of a group.
  private static func checkGroup(_ kind: Any) throws(Finding) {
    // The kind is an enumeration in a structure of one member.
    guard let kind = Mirror(reflecting: kind).children.first?.value else { throw .unknown }
    let mirror = Mirror(reflecting: kind)
    guard mirror.displayStyle == .enum else { throw .unknown }
    guard let child = mirror.children.first else {
      guard writtenGroups.contains("\(kind)") else { throw .unknown }
      return
    }
    guard child.label == "changeMatchingOptions" else { throw .unknown }
    let members = Mirror(reflecting: child.value).children
    for list in ["adding", "removing"] {
      guard let options = members.first(where: { $0.label == list })?.value else { throw .unknown }
      let mirror = Mirror(reflecting: options)
      guard mirror.displayStyle == .collection else { throw .unknown }
      for option in mirror.children {
        guard
          let kind = Mirror(reflecting: option.value).children.first(where: { $0.label == "kind" })
        else { throw .unknown }
        if "\(kind.value)" == "possessiveByDefault" { throw possession }
        guard writtenOptions.contains("\(kind.value)") else { throw .unknown }
      }
    }
  }

  private static let writtenGroups: Set = [
    "nonCapture", "nonCaptureReset", "atomicNonCapturing", "lookahead", "negativeLookahead",
    "nonAtomicLookahead", "lookbehind", "negativeLookbehind", "nonAtomicLookbehind", "scriptRun",
    "atomicScriptRun",
  ]

  private static let writtenOptions: Set = [
    "caseInsensitive", "allowDuplicateGroupNames", "multiline", "namedCapturesOnly", "singleLine",
    "reluctantByDefault", "extended", "extraExtended", "unicodeWordBoundaries", "asciiOnlyDigit",
    "asciiOnlyPOSIXProps", "asciiOnlySpace", "asciiOnlyWord", "textSegmentGraphemeMode",
    "textSegmentWordMode", "graphemeClusterSemantics", "unicodeScalarSemantics", "byteSemantics",
  ]

  // MARK: Losses

  private static let choice = Finding.loss(
    construct: "ChoiceOf",
    consequence: "a choice includes the components next to it",
    suggestion: "Wrap the choice in Capture { … }, or write one literal with (?:…|…).")

  private static let repetition = Finding.loss(
    construct: "Repeat",
    consequence: "a quantifier no longer applies to all that it should repeat",
    suggestion: "Wrap the repeated part in Capture { … }, or write one literal with (?:…).")

  private static let quote = Finding.loss(
    construct: "\\E",
    consequence: "a literal text ends too early",
    suggestion: "Write the text as a regex literal.")

  private static let possession = Finding.loss(
    construct: "repetitionBehavior(.possessive)",
    consequence: "its quantifiers backtrack",
    suggestion: "Leave the option out.")
}
