import SchemaModel
import SchemaText

extension Fitter {
  /// The values of an object in the text, by the properties of the schema.
  private struct Assignment {
    /// The members: the key, the value in the text, its schema, and whether it may be absent.
    var members: [(key: String, node: Int, schema: NodeID?, isOptional: Bool)] = []
    var mends: [RawMend] = []
    var absent: [SchemaGraph.Property] = []
    var matched = 0
    var changesShape = false
  }

  mutating func readObject(_ pair: Pair) -> Step {
    guard let object = schema.object(pair.schema) else { return .done(.none) }
    let raw = nodes[pair.node]
    if raw.kind == .object {
      let direct = readMembers(pair, object)
      switch direct {
      case .needs: return direct
      case .done(.fits(let index)) where !fittings[index].changesShape: return direct
      case .done(let outcome):
        if isSchema(raw, insteadOf: object) {
          noteSchema(at: pair.node)
          return .done(.none)
        }
        guard case .none = outcome else { return direct }
      }
    }
    // Other shapes.
    var shapes: [(pair: Pair, kind: MendKind, key: String?)] = []
    switch raw.kind {
    case .object:
      // A scalar in another key is the value of another property.
      if let inner = wrapped(in: raw, object),
        nodes[inner].kind == .object || nodes[inner].kind == .array || decoded(inner) != nil
      {
        if isSchema(nodes[inner], insteadOf: object) {
          noteSchema(at: inner)
          return .done(.none)
        }
        shapes.append((self.pair(inner, pair.schema), .wrappedObject, nil))
      }
    case .array where raw.children.count == 1:
      shapes.append((self.pair(raw.children[0], pair.schema), .arrayOfOne, nil))
    case .string:
      if let inner = decoded(pair.node) {
        shapes.append((self.pair(inner, pair.schema), .encodedText, nil))
      }
    default: break
    }
    if let only = object.only, raw.kind != .bare || !ValueWords.isNull(raw.text) {
      shapes.append((self.pair(pair.node, only.node.id), .onlyProperty, only.name))
    }
    let (found, missing) = outcomes(of: shapes.map(\.pair))
    if !missing.isEmpty { return .needs(missing) }
    var candidates: [FittingOutcome] = []
    for (outcome, shape) in zip(found, shapes) {
      candidates.append(
        reshape(outcome, pair.node, shape.kind, in: shape.key))
    }
    return .done(only(of: candidates, at: pair.node))
  }

  /// Puts a reading into a mend of its shape.
  mutating func reshape(
    _ outcome: FittingOutcome, _ node: Int, _ kind: MendKind, in key: String? = nil,
    isElement: Bool = false
  ) -> FittingOutcome {
    guard case .fits(let index) = outcome else { return outcome }
    var value = fittings[index].value
    var place: SchemaPath.Component?
    if let key {
      value = values.index(of: .object([ValueTable.Member(key: key, value: value)]))
      place = .key(key)
    } else if isElement {
      value = values.index(of: .array([value]))
      place = .index(0)
    }
    return add(
      Fitting(
        value: value, node: node, mends: [mend(kind, node)],
        parts: [Fitting.Part(place: place, fitting: index)], changesShape: true))
  }

  /// The value inside of the only key, or of a key for arguments.
  func wrapped(
    in raw: RawNode, _ object: ReadingSchema.ObjectNames?, isArray: Bool = false
  ) -> Int? {
    func isUnknown(_ key: String) -> Bool {
      guard let object else { return true }
      return object.exact[key] == nil && object.folded[FoldedName.of(key)] == nil
    }
    if raw.children.count == 1, isUnknown(raw.keys[0]) { return raw.children[0] }
    var inner: Int?
    for (key, child) in zip(raw.keys, raw.children) {
      let isHolder = Self.holders.contains(key.lowercased()) && isUnknown(key)
      let holds =
        isArray
        ? key == "items" && nodes[child].kind == .array
        : isHolder && (nodes[child].kind == .object || nodes[child].text.hasPrefix("{"))
      if holds {
        guard inner == nil else { return nil }
        inner = child
      } else if !Self.labels.contains(key.lowercased()) {
        return nil
      }
    }
    return inner
  }

  /// Keys for arguments, in lower case.
  private static let holders: Set<String> = [
    "properties", "arguments", "parameters", "input", "args", "function", "action_input",
    "tool_input",
  ]

  /// Keys that stand beside arguments, in lower case.
  private static let labels: Set<String> = [
    "type", "name", "title", "$schema", "id", "function", "tool", "required", "description",
    "additionalproperties", "tool_name", "action",
  ]

  private mutating func readMembers(_ pair: Pair, _ object: ReadingSchema.ObjectNames) -> Step {
    let raw = nodes[pair.node]
    guard let assignment = assign(raw, pair.node, object) else { return .done(.ambiguous) }
    let pairs = assignment.members.compactMap { member in
      member.schema.map { self.pair(member.node, $0) }
    }
    let (found, missing) = outcomes(of: pairs)
    if !missing.isEmpty { return .needs(missing) }
    return .done(combine(assignment, found, pair, object))
  }

  /// Assigns the keys of the text to the properties; `nil` if that is ambiguous.
  private mutating func assign(
    _ raw: RawNode, _ node: Int, _ object: ReadingSchema.ObjectNames
  ) -> Assignment? {
    var assignment = Assignment()
    var present: Set<Int> = []
    var isExact: [Bool] = []
    isExact.reserveCapacity(raw.keys.count)
    for key in raw.keys {
      let index = object.exact[key]
      if let index { present.insert(index) }
      isExact.append(index != nil)
    }
    var spelt: [Int: String] = [:]
    for (position, key) in raw.keys.enumerated() {
      let child = raw.children[position]
      if isExact[position], let index = object.exact[key] {
        let property = object.properties[index]
        assignment.members.append((key, child, property.node.id, property.isOptional))
        assignment.matched += 1
        continue
      }
      if let match = object.folded[FoldedName.of(key)] {
        let isOpenKey = object.isOpen && match.map { object.properties[$0].isOptional } != false
        if let index = match, !present.contains(index), !isOpenKey {
          let property = object.properties[index]
          if let other = spelt[index], other != key {
            note(
              "the keys \"\(other)\" and \"\(key)\" both stand for \"\(property.name)\"", at: node)
            return nil
          }
          spelt[index] = key
          assignment.members.append((property.name, child, property.node.id, property.isOptional))
          assignment.mends.append(mend(.keySpelling, child, key))
          assignment.matched += 1
          continue
        } else if !object.isOpen {
          note(
            "the key \"\(key.excerpt)\" stands beside one that differs only in its case", at: node)
          return nil
        }
      }
      if object.isOpen {
        assignment.members.append((key, child, object.hasPatterns ? nil : object.additional, false))
        continue
      }
      assignment.mends.append(mend(.unknownKey, child, key.excerpt))
      assignment.changesShape = true
    }
    present.formUnion(spelt.keys)
    assignment.absent = object.properties.indices.filter { !present.contains($0) }
      .map { object.properties[$0] }
    return resolveSimilar(assignment, raw, node)
  }

  /// `true` if a folded key may mean the folded name of a property.
  private func mayMean(_ name: String, _ key: String) -> Bool {
    FoldedName.areSimilar(name, key)
      || min(name.count, key.count) >= 3 && (name.contains(key) || key.contains(name))
  }

  /// Decides about unknown keys that may be misspelt names of absent properties.
  private mutating func resolveSimilar(
    _ assignment: Assignment, _ raw: RawNode, _ node: Int
  ) -> Assignment? {
    guard assignment.changesShape else { return assignment }
    var assignment = assignment
    let unknown = assignment.mends.filter { $0.kind == .unknownKey }
    guard unknown.count <= 100, assignment.absent.count <= 100 else { return assignment }
    for mend in unknown {
      let key = mend.found
      let folded = FoldedName.of(key)
      let similar = assignment.absent.filter { mayMean(FoldedName.of($0.name), folded) }
      guard let property = similar.first else { continue }
      let name = FoldedName.of(property.name)
      let rivals = unknown.count { mayMean(name, FoldedName.of($0.found)) }
      guard isGuessing, similar.count == 1, rivals <= 1, let position = raw.keys.firstIndex(of: key)
      else {
        note("the key \"\(key)\" may be a misspelt \"\(property.name)\"", at: node)
        return nil
      }
      let child = raw.children[position]
      assignment.members.append((property.name, child, property.node.id, property.isOptional))
      assignment.mends.removeAll { $0.kind == .unknownKey && $0.found == key }
      assignment.mends.append(self.mend(.misspeltKey, child, key))
      assignment.absent.removeAll { $0.name == property.name }
      assignment.matched += 1
    }
    return assignment
  }

  /// Makes the object of the readings of its members.
  private mutating func combine(
    _ assignment: Assignment, _ found: [FittingOutcome], _ pair: Pair,
    _ object: ReadingSchema.ObjectNames
  ) -> FittingOutcome {
    var mends = assignment.mends
    var members: [ValueTable.Member] = []
    var parts: [Fitting.Part] = []
    var places: [String: Int] = [:]
    var next = found.makeIterator()
    func append(_ key: String, _ value: Int, _ fitting: Int?, of child: Int) -> Bool {
      if let place = places[key] {
        guard members[place].value == value else { return false }
        mends.append(mend(.repeatedKey, child, key.excerpt))
        return true
      }
      places[key] = members.count
      members.append(ValueTable.Member(key: key, value: value))
      if let fitting { parts.append(Fitting.Part(place: .key(key), fitting: fitting)) }
      return true
    }
    for member in assignment.members {
      let outcome: FittingOutcome =
        member.schema == nil ? natural(member.node) : next.next() ?? .none
      switch outcome {
      case .fits(let index):
        guard append(member.key, fittings[index].value, index, of: member.node) else {
          note("the key \"\(member.key.excerpt)\" has two different values", at: pair.node)
          return .ambiguous
        }
      case .ambiguous: return .ambiguous
      case .none:
        let raw = nodes[member.node]
        guard member.isOptional, raw.kind == .bare || raw.kind == .string else { return .none }
        let isNull = ValueWords.isNull(raw.text) && (raw.kind == .bare || raw.text != "undefined")
        let isGuess = isGuessing && ValueWords.isGuessedNull(raw.text)
        guard isNull || isGuess else { return .none }
        if keepsNull, raw.kind == .bare, raw.text == "null" {
          guard append(member.key, values.index(of: .null), nil, of: member.node) else {
            return .ambiguous
          }
        } else {
          if places[member.key] != nil { return .ambiguous }
          mends.append(mend(isNull ? .nullForAbsent : .wordForNull, member.node))
        }
      }
    }
    for property in assignment.absent where !property.isOptional {
      guard schema.allowsNull(property.node.id),
        assignment.matched > 0 || nodes[pair.node].keys.isEmpty
      else { return .none }
      members.append(ValueTable.Member(key: property.name, value: values.index(of: .null)))
      mends.append(mend(.absentNull, pair.node, property.name))
    }
    // An unknown key is left out only beside properties.
    if assignment.changesShape, assignment.matched == 0 { return .none }
    return add(
      Fitting(
        value: values.index(of: .object(members)), node: pair.node, mends: mends, parts: parts,
        changesShape: assignment.changesShape))
  }
}
