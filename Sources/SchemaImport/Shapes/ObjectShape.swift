/// The constraints on objects.
struct ObjectShape {
  typealias Member = (name: ExactText, demand: Demand)

  /// The properties that are named, each with the demands on its value.
  private(set) var members: [Member] = []
  private var indices: [ExactText: Int] = [:]

  private(set) var required: [ExactText] = []
  private var requiredNames: Set<ExactText> = []

  /// The demands on other properties whose name matches a pattern.
  var patterns: [(pattern: SchemaPattern, demand: Demand)] = []
  /// The demand on all further properties.
  var additional = Demand.anything
  /// The demand on the names of properties.
  var names = Demand.anything
  var minimum = 0
  var maximum: Int?

  /// Whether a pattern could not be applied to the name of a property.
  var isUncertain = false

  var isEmpty: Bool {
    members.isEmpty && required.isEmpty && patterns.isEmpty && additional.isAnything
      && names.isAnything && minimum == 0 && maximum == nil
  }

  func isRequired(_ name: ExactText) -> Bool { requiredNames.contains(name) }

  mutating func require(_ name: ExactText) {
    if requiredNames.insert(name).inserted { required.append(name) }
  }

  /// Adds a demand on a property to those of patterns and of further properties.
  mutating func add(_ name: ExactText, _ demand: Demand) {
    if let index = indices[name] {
      members[index].demand = members[index].demand.and(demand)
    } else {
      indices[name] = members.count
      members.append((name, demand))
    }
  }

  /// Applies the patterns, which were added last, to the members too.
  mutating func applyPatternsToMembers() {
    guard !patterns.isEmpty else { return }
    for index in members.indices {
      if let demand = patternDemand(of: members[index].name) {
        members[index].demand = members[index].demand.and(demand)
      }
    }
  }

  /// Everything that is demanded of a property.
  mutating func demand(of name: ExactText) -> Demand {
    if let index = indices[name] { return members[index].demand }
    return patternDemand(of: name) ?? additional
  }

  /// The demand of the patterns that a name matches, or `nil` if it matches none.
  private mutating func patternDemand(of name: ExactText) -> Demand? {
    var result: Demand?
    for (pattern, demand) in patterns {
      guard let matches = pattern.matches(name.text) else {
        isUncertain = true
        continue
      }
      if matches { result = result?.and(demand) ?? demand }
    }
    return result
  }

  /// The demand on a member, if it is one.
  func memberDemand(_ name: ExactText) -> Demand? { indices[name].map { members[$0].demand } }

  mutating func narrow(by other: ObjectShape) {
    if other.isEmpty { return }
    var other = other
    let own = members
    for (name, _) in own { add(name, other.demand(of: name)) }
    let ownRest = self
    for (name, demand) in other.members where indices[name] == nil {
      var rest = ownRest
      add(name, rest.demand(of: name).and(demand))
      isUncertain = isUncertain || rest.isUncertain
    }
    for name in other.required { require(name) }
    isUncertain = isUncertain || other.isUncertain
    narrowRest(by: other)
    names = names.and(other.names)
    minimum = max(minimum, other.minimum)
    if let limit = other.maximum { maximum = min(maximum ?? limit, limit) }
  }

  /// Merges the constraints on properties that are not named.
  private mutating func narrowRest(by other: ObjectShape) {
    var other = other
    let names = patterns.map(\.pattern)
    if names == other.patterns.map(\.pattern) {
      for index in patterns.indices {
        patterns[index].demand = patterns[index].demand.and(other.patterns[index].demand)
      }
      additional = additional.and(other.additional)
      return
    }
    if !patterns.isEmpty, !other.patterns.isEmpty {
      let isStated = stateAdditionalAsPattern() && other.stateAdditionalAsPattern()
      if !isStated { isUncertain = true }
    }
    let ownAdditional = patterns.isEmpty ? additional : .anything
    let otherAdditional = other.patterns.isEmpty ? other.additional : .anything
    var merged = patterns.map { ($0.pattern, $0.demand.and(otherAdditional)) }
    for (pattern, demand) in other.patterns {
      let demand = demand.and(ownAdditional)
      if let index = merged.firstIndex(where: { $0.0 == pattern }) {
        merged[index].1 = merged[index].1.and(demand)
      } else {
        merged.append((pattern, demand))
      }
    }
    patterns = merged.map { (pattern: $0.0, demand: $0.1) }
    additional = additional.and(other.additional)
  }

  /// Moves the demand on further properties to a pattern that matches what the others do not.
  private mutating func stateAdditionalAsPattern() -> Bool {
    if additional.isAnything { return true }
    guard let rest = SchemaPattern.matchingNone(of: patterns.map(\.pattern)) else {
      additional = .anything
      return false
    }
    patterns.append((rest, additional))
    additional = .anything
    return true
  }
}

extension SchemaPattern {
  /// A pattern that matches what some others do not, or `nil` if it cannot be put together.
  static func matchingNone(of patterns: [SchemaPattern]) -> SchemaPattern? {
    // Groups that are referenced by number would get other numbers.
    if patterns.contains(where: \.usesBackreferences) { return nil }
    let sources = patterns.map { "(?![\\s\\S]*(?:\($0.source)))" }
    return try? SchemaPattern(ecma: "^" + sources.joined())
  }

  /// A pattern that matches everything except some texts.
  static func matchingNone(ofTexts texts: [String]) -> SchemaPattern? {
    let choices = texts.map { literal($0) }.joined(separator: "|")
    return try? SchemaPattern(ecma: "^(?!(?:\(choices))$)")
  }

  private static func literal(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
