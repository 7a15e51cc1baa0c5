import SchemaGuides
import SchemaModel
import SchemaText

/// The comment beside a type: its constraints as short facts, then its description.
///
/// Facts are `1..5`, `>=1 item`, `<=40 chars`, `/^a+$/`, `format date`, `multiple of 2` and
/// `contains >=1 of "a","b"`. A text follows a semicolon, so that it is no fact even if it looks
/// like one.
struct TypeComment: Sendable, Hashable {
  var facts: [String] = []

  /// Sentences for constraints without a fact, and the description; `nil` if there are none.
  var text: String?

  var isEmpty: Bool { facts.isEmpty && text == nil }

  /// Creates a comment without facts.
  ///
  /// - Parameter text: The text.
  init(text: String? = nil) { self.text = text }

  /// Creates the comment of a node.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - title: A title that the text begins with.
  init(_ node: SchemaGraph.Node, title: String?) {
    let own = node.ownConstraints
    if let constraints = own?.merged { facts = Self.facts(of: constraints) }
    let sentences = own?.sentences ?? []
    if sentences.isEmpty, title == nil {
      text = node.description?.trimmed
    } else {
      text = ([title] + sentences + [node.description]).map { $0?.trimmed }.joinedSentences()
    }
  }

  private static func facts(of constraints: GuideConstraints) -> [String] {
    var facts: [String] = []
    // The bounds on choices are implied.
    func add(_ range: String?) { if let range { facts.append(range) } }
    add(range(constraints.minimum?.description, constraints.maximum?.description))
    add(constraints.exclusiveMinimum.map { ">\($0)" })
    add(constraints.exclusiveMaximum.map { "<\($0)" })
    facts += constraints.multiples.map { "multiple of \($0)" }
    add(count(constraints.minimumLength, constraints.maximumLength, "char", "chars"))
    add(count(constraints.minimumCount, constraints.maximumCount, "item", "items"))
    add(
      count(
        constraints.minimumPropertyCount, constraints.maximumPropertyCount, "property",
        "properties"))
    facts += constraints.patterns.map { regularExpression($0) }
    for term in constraints.terms {
      switch term {
      case .format(let name):
        let quoted = literals([.string(name.text)], separator: "")
        facts.append("format \(isPlain(name.text) ? name.text : quoted)")
      case .contains(let values):
        let amount = range("\(values.minimum)", values.maximum.map { "\($0)" }) ?? ""
        facts.append("contains \(amount) of \(literals(values.values, separator: ","))")
      }
    }
    return facts
  }

  /// Returns `true` if the name of a format needs no quotes.
  private static func isPlain(_ format: String) -> Bool {
    !format.isEmpty
      && format.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.:+".unicodeScalars.contains($0))
      }
  }

  private static func range(_ minimum: String?, _ maximum: String?) -> String? {
    switch (minimum, maximum) {
    case (let minimum?, let maximum?): minimum == maximum ? minimum : "\(minimum)..\(maximum)"
    case (let minimum?, nil): ">=\(minimum)"
    case (nil, let maximum?): "<=\(maximum)"
    case (nil, nil): nil
    }
  }

  private static func count(
    _ minimum: Int?, _ maximum: Int?, _ singular: String, _ plural: String
  ) -> String? {
    // Zero is the smallest count of all values.
    let minimum = minimum == 0 ? nil : minimum
    guard let range = range(minimum.map { "\($0)" }, maximum.map { "\($0)" }) else { return nil }
    return "\(range) \((maximum ?? minimum) == 1 ? singular : plural)"
  }

  /// Returns a pattern between slashes, on one line.
  static func regularExpression(_ pattern: SchemaPattern) -> String {
    var text = "/"
    var isEscaped = false
    for scalar in pattern.source.unicodeScalars {
      switch scalar {
      case "/" where !isEscaped: text += "\\/"
      case "\n", "\r", "\u{2028}", "\u{2029}":
        // An escaped line break matches itself, so that its backslash stands for the escape.
        if !isEscaped { text += "\\" }
        switch scalar {
        case "\n": text += "n"
        case "\r": text += "r"
        default: text += scalar == "\u{2028}" ? "u2028" : "u2029"
        }
      default: text.unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return text + "/"
  }

  /// Returns scalars as JSON.
  static func literals(_ scalars: [SchemaScalar], separator: String) -> String {
    var json: [UInt8] = []
    for (index, scalar) in scalars.enumerated() {
      if index > 0 { json += separator.utf8 }
      json.appendJSON(SchemaValue(scalar))
    }
    return String(decoding: json, as: UTF8.self)
  }

  /// Appends the comment to a line, unless it is empty.
  func append(to output: inout String) {
    if isEmpty { return }
    output += output.isEmpty ? "//" : " //"
    if !facts.isEmpty {
      output += " "
      output += facts.joined(separator: ", ")
    }
    guard let text else { return }
    if !facts.isEmpty || Self.resemblesFacts(text) { output += ";" }
    // Each line of the text is a comment, so that no text can end it.
    var isFirst = true
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if !isFirst { output += "\n//" }
      isFirst = false
      if !line.isEmpty { output += " " }
      output += line
    }
  }

  /// Returns `true` if the beginning of a text may be read as facts.
  private static func resemblesFacts(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return "0123456789-<>/;".unicodeScalars.contains(first)
      || ["format ", "multiple of ", "contains "].contains { text.hasPrefix($0) }
  }
}

extension String {
  /// The text without white space around it; `nil` if it has no other characters.
  fileprivate var trimmed: String? {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    return String(self[first...last])
  }
}
