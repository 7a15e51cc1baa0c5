import ContentStorage
import SchemaContent
import SchemaModel

/// Finds whether parts of one content are values of schemas, without recursion.
struct ValueMatcher {
  let schemas: [ValueSchema]

  private var patterns = PatternMatchers()

  /// The choices of schemas, by the index of the schema, as far as they have been needed.
  private var choices: [Int: [GeneratedContent]] = [:]

  /// The properties of schemas by name, by the index of the schema, as far as they have been needed.
  private var properties: [Int: [ExactText: [ValueSchema.Property]]] = [:]

  /// What has been found of objects, arrays and values of unions; all lie in one content, where
  /// places are distinct.
  private var known: [Key: Bool] = [:]

  init(schemas: [ValueSchema]) { self.schemas = schemas }

  /// A list of goals of which all have to be met, or one.
  private struct Frame {
    let needsAll: Bool
    let goals: [(schema: Int, value: GeneratedContent)]
    var next = 0

    /// How many unions stand around each other here, with the same value.
    let unionDepth: Int

    /// The goal whose verdict is kept.
    let key: Key?
  }

  private struct Key: Hashable {
    let schema: Int
    let place: Int
  }

  /// Whether content is a value of a schema.
  ///
  /// - Complexity: Linear in the content for each schema that leads to it, in all calls together.
  mutating func matches(_ value: GeneratedContent, _ schema: Int) -> Bool {
    var frames = [
      Frame(needsAll: true, goals: [(schema, value)], unionDepth: 0, key: nil)
    ]
    var verdict: Bool?
    while let top = frames.indices.last {
      if let found = verdict {
        verdict = nil
        if found != frames[top].needsAll {
          let frame = frames.removeLast()
          verdict = found
          if let key = frame.key { known[key] = found }
          continue
        }
      }
      guard frames[top].next < frames[top].goals.count else {
        let frame = frames.removeLast()
        verdict = frame.needsAll
        if let key = frame.key { known[key] = frame.needsAll }
        continue
      }
      let goal = frames[top].goals[frames[top].next]
      frames[top].next += 1
      guard schemas.indices.contains(goal.schema) else {
        verdict = true
        continue
      }
      let schema = schemas[goal.schema]
      guard allows(goal.value, goal.schema) else {
        verdict = false
        continue
      }
      let isUnion = schema.kind == .union
      let depth = isUnion ? frames[top].unionDepth + 1 : 0
      let hasParts = goal.value.shape == .object || goal.value.shape == .array
      var key: Key?
      // Several alternatives may lead to one union, so what is found of a scalar is kept, too.
      if hasParts || isUnion {
        key = Key(schema: goal.schema, place: ContentPlaces(goal.value).root)
        if let key, let found = known[key] {
          verdict = found
          continue
        }
      }
      guard depth <= schemas.count, let goals = goals(in: goal.value, goal.schema) else {
        verdict = false
        continue
      }
      frames.append(Frame(needsAll: !isUnion, goals: goals, unionDepth: depth, key: key))
    }
    return verdict ?? true
  }

  /// What has to hold of the parts of a value, or of the value itself in a union; `nil` if a part is
  /// missing or must not be there.
  private mutating func goals(
    in value: GeneratedContent, _ index: Int
  ) -> [(schema: Int, value: GeneratedContent)]? {
    let schema = schemas[index]
    switch schema.kind {
    case .union: return schema.parts.map { ($0, value) }
    case .array:
      guard let element = schema.parts.first else { return [] }
      return value.elements.map { (element, $0) }
    case .tuple: return Array(zip(schema.parts, value.elements))
    case .object:
      var goals: [(schema: Int, value: GeneratedContent)] = []
      let members = value.properties
      let names = Set(members.map { ExactText($0.name) })
      for property in schema.properties
      where property.isRequired && !names.contains(ExactText(property.name)) { return nil }
      let properties =
        self.properties[index] ?? Dictionary(grouping: schema.properties) { ExactText($0.name) }
      self.properties[index] = properties
      for (name, part) in members {
        let named = properties[ExactText(name)] ?? []
        // Null for an optional property counts as absent.
        if let property = named.first, !property.isRequired, part.shape == .null { continue }
        let matching = schema.patternProperties.filter {
          patterns.matches($0.name, in: name) ?? false
        }
        let own = (named + matching).map(\.schema)
        guard !own.isEmpty || schema.additional != nil else { return nil }
        goals += (own.isEmpty ? [schema.additional].compactMap { $0 } : own).map { ($0, part) }
      }
      return goals
    default: return []
    }
  }

  /// Whether a value is of a kind, and within the constraints, apart from its parts.
  private mutating func allows(_ value: GeneratedContent, _ index: Int) -> Bool {
    let schema = schemas[index]
    let isOfKind =
      switch schema.kind {
      case .any, .union: true
      case .never: false
      case .null: value.shape == .null
      case .boolean: value.shape == .bool
      case .integer: value.exactNumber?.isInteger ?? false
      case .number: value.shape == .number
      case .string: value.shape == .string
      case .array: value.shape == .array
      case .tuple: value.shape == .array && value.childCount == schema.parts.count
      case .object: value.shape == .object
      }
    guard isOfKind else { return false }
    if let texts = schema.choices {
      let allowed = choices[index] ?? texts.compactMap { try? GeneratedContent(json: $0) }
      choices[index] = allowed
      guard allowed.contains(value) else { return false }
    }
    if schema.minimumCount != nil || schema.maximumCount != nil {
      let count = value.text?.unicodeScalars.count ?? value.childCount
      guard count >= schema.minimumCount ?? 0, count <= schema.maximumCount ?? .max else {
        return false
      }
    }
    if let text = value.text {
      return schema.patterns.allSatisfy { patterns.matches($0, in: text) ?? true }
    }
    guard let number = value.exactNumber else { return true }
    return schema.bounds.allSatisfy { $0.allows(number) }
  }
}

extension ValueSchema.Bound {
  fileprivate func allows(_ number: SchemaNumber) -> Bool {
    guard let bound = SchemaNumber(text: self.number.utf8) else { return true }
    return switch kind {
    case .minimum: number >= bound
    case .maximum: number <= bound
    case .exclusiveMinimum: number > bound
    case .exclusiveMaximum: number < bound
    case .multiple: number.isMultiple(of: bound) ?? true
    }
  }
}
