import SchemaGuides
import SchemaModel

/// Descriptions of what schemas allow and of what content has, for a model.
enum Wording {
  /// How many choices, names or alternatives are listed.
  private static let listLimit = 20

  // MARK: What is allowed

  /// All that a node allows.
  static func value(_ node: Int, in table: ValidationTable) -> String {
    let kind = table.nodes[node].kind
    if kind == .union {
      let union = table.unions[Int(table.nodes[node].link)]
      return kinds(of: union.arms ?? union.declared, in: table)
    }
    guard let guides = guides(of: node, in: table) else { return self.kind(kind) }
    if let choices = guides.choices { return self.choices(choices) }
    switch kind {
    case .string: return text(guides)
    case .integer, .number: return number(kind, guides)
    case .array: return "an array of \(range(guides.minimumCount, guides.maximumCount, element))"
    default: return self.kind(kind)
    }
  }

  /// What a node allows by one rule.
  static func value(
    _ node: Int, _ rule: ValidationReport.Rule, in table: ValidationTable
  ) -> String {
    guard let guides = guides(of: node, in: table) else { return value(node, in: table) }
    switch rule {
    case .length:
      return "a string of \(range(guides.minimumLength, guides.maximumLength, character))"
    case .pattern: return patterns(guides)
    case .format: return formats(guides)
    case .multiple:
      return "a multiple of " + guides.multiples.map { $0.description }.joined(separator: " and ")
    default: return value(node, in: table)
    }
  }

  /// One of several values.
  static func choices(_ choices: [SchemaScalar]) -> String {
    let listed = choices.prefix(listLimit).map { shortened($0.description) }
    if choices.count == 1 { return listed.joined() }
    return "one of \(listed.joined(separator: ", "))" + more(choices.count)
  }

  /// The names that an object may have.
  static func names(of object: ValidationTable.Object) -> String {
    let names = object.properties.prefix(listLimit).map { quoted($0.name) }
    guard !names.isEmpty else { return "no property" }
    return "no property but \(names.joined(separator: ", "))" + more(object.properties.count)
  }

  /// The kinds of some nodes, each once.
  static func kinds(of nodes: [Int], in table: ValidationTable) -> String {
    var words: [String] = []
    for node in nodes {
      let word = kind(table.nodes[node].kind)
      if !words.contains(word) { words.append(word) }
    }
    return words.joined(separator: " or ")
  }

  /// What several nodes allow, each once.
  static func alternatives(_ nodes: [Int], in table: ValidationTable) -> String {
    var words: [String] = []
    for node in nodes.prefix(listLimit) {
      let word = value(node, in: table)
      if !words.contains(word) { words.append(word) }
    }
    return words.joined(separator: ", or ") + more(nodes.count)
  }

  private static func guides(of node: Int, in table: ValidationTable) -> GuideConstraints? {
    let number = Int(table.nodes[node].constraints)
    return number < 0 ? nil : table.constraints[number].guides
  }

  private static func kind(_ kind: ValidationTable.Kind) -> String {
    switch kind {
    case .string: "a string"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    case .any: "any value"
    case .never: "no such property"
    case .array, .tuple: "an array"
    case .object: "an object"
    case .union: "one of several values"
    }
  }

  private static func text(_ guides: GuideConstraints) -> String {
    if !guides.formats.isEmpty { return formats(guides) }
    if !guides.patterns.isEmpty { return patterns(guides) }
    guard guides.minimumLength != nil || guides.maximumLength != nil else { return "a string" }
    return "a string of \(range(guides.minimumLength, guides.maximumLength, character))"
  }

  private static func patterns(_ guides: GuideConstraints) -> String {
    let sources = guides.patterns.map { shortened($0.source) }
    return "a string that matches \(sources.joined(separator: " and "))"
  }

  private static func formats(_ guides: GuideConstraints) -> String {
    guides.formats.map { TextFormat(rawValue: $0)?.words ?? "a string of the format \($0)" }
      .joined(separator: " and ")
  }

  private static func number(_ kind: ValidationTable.Kind, _ guides: GuideConstraints) -> String {
    var words: [String] = []
    switch (guides.minimum, guides.maximum) {
    case (let low?, let high?): words.append("from \(low) to \(high)")
    case (let low?, nil): words.append("of at least \(low)")
    case (nil, let high?): words.append("of at most \(high)")
    case (nil, nil): break
    }
    if let low = guides.exclusiveMinimum { words.append("above \(low)") }
    if let high = guides.exclusiveMaximum { words.append("below \(high)") }
    if let multiple = guides.multiples.first { words.append("that is a multiple of \(multiple)") }
    let noun = kind == .integer ? "a whole number" : "a number"
    guard let first = words.first else { return noun }
    return "\(noun) \(first)" + words.dropFirst().map { " and \($0)" }.joined()
  }

  // MARK: Amounts

  /// What is counted.
  struct Unit {
    let one: String
    let many: String
  }

  static let element = Unit(one: "element", many: "elements")
  static let property = Unit(one: "property", many: "properties")
  static let character = Unit(one: "character", many: "characters")

  /// A number of things, such as `3 elements`.
  static func amount(_ count: Int, _ unit: Unit) -> String {
    "\(count) \(count == 1 ? unit.one : unit.many)"
  }

  /// A range of numbers of things, such as `1 to 3 elements`.
  static func range(_ low: Int?, _ high: Int?, _ unit: Unit) -> String {
    switch (low, high) {
    case (let low?, let high?) where low == high: amount(low, unit)
    case (let low?, let high?): "\(low) to \(amount(high, unit))"
    case (let low?, nil): "at least \(amount(low, unit))"
    case (nil, let high?): "at most \(amount(high, unit))"
    case (nil, nil): "any number of \(unit.many)"
    }
  }

  private static func more(_ count: Int) -> String {
    count > listLimit ? ", or \(count - listLimit) more" : ""
  }

  private static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

  private static func shortened(_ text: String) -> String {
    text.utf8.count > 120 ? "\(text.prefix(100))…" : text
  }

  // MARK: What was found

  /// What content is, as far as one rule checks it.
  static func found(_ content: GeneratedContent, _ rule: ValidationReport.Rule) -> String {
    guard rule == .length, let text = try? content.value(String.self) else {
      return content.foundDescription
    }
    return "\(content.foundDescription) of \(amount(text.unicodeScalars.count, character))"
  }
}
