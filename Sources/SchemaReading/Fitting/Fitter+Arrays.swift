import SchemaModel

extension Fitter {
  mutating func readArray(_ pair: Pair) -> Step {
    guard let items = schema.graph[pair.schema].items?.id else { return .done(.none) }
    let raw = nodes[pair.node]
    if raw.kind == .array {
      let direct = readElements(pair, raw.children.map { self.pair($0, items) })
      switch direct {
      case .done(.none): break
      case .done(.fits(let index)) where fittings[index].changesShape && raw.children.count > 1:
        // The array may be one element as well, as a row is of a matrix.
        let (found, missing) = outcomes(of: [self.pair(pair.node, items)])
        if !missing.isEmpty { return .needs(missing) }
        let element = reshape(found[0], pair.node, .elementForArray, isElement: true)
        return .done(only(of: [.fits(index), element], at: pair.node))
      default: return direct
      }
    }
    if schema.kind(of: schema.resolved(items)) == .any, isSchema(raw) {
      noteSchema(at: pair.node)
      return .done(.none)
    }
    var shapes: [(pair: Pair, kind: MendKind, isElement: Bool)] = []
    switch raw.kind {
    case .array where raw.children.count == 1:
      shapes.append((self.pair(raw.children[0], pair.schema), .arrayOfOne, false))
    case .object:
      if let inner = wrapped(in: raw, nil, isArray: true), nodes[inner].kind == .array {
        shapes.append((self.pair(inner, pair.schema), .wrappedObject, false))
      }
    case .string:
      if let inner = decoded(pair.node) {
        shapes.append((self.pair(inner, pair.schema), .encodedText, false))
      }
    default: break
    }
    let isEncoded = shapes.contains { $0.kind == .encodedText }
    if !(raw.kind == .bare && ValueWords.isNull(raw.text)), !mayBeList(raw), !isEncoded {
      shapes.append((self.pair(pair.node, items), .elementForArray, true))
    }
    let (found, missing) = outcomes(of: shapes.map(\.pair))
    if !missing.isEmpty { return .needs(missing) }
    var candidates: [FittingOutcome] = []
    for (outcome, shape) in zip(found, shapes) {
      candidates.append(reshape(outcome, pair.node, shape.kind, isElement: shape.isElement))
    }
    if candidates.isEmpty, isGuessing, mayBeList(raw) { return readList(pair, items) }
    return .done(only(of: candidates, at: pair.node))
  }

  /// `true` if a text may be a list of several elements.
  private func mayBeList(_ raw: RawNode) -> Bool {
    guard raw.kind == .string || raw.kind == .bare else { return false }
    return raw.text.isEmpty
      || raw.text.unicodeScalars.contains { ",;\n|、，•".unicodeScalars.contains($0) }
      || raw.text.contains(" and ")
  }

  /// Reads the parts of a text between commas, as a guess.
  private mutating func readList(_ pair: Pair, _ items: NodeID) -> Step {
    let raw = nodes[pair.node]
    // "1,234" may be one number.
    if NumberForms.number(raw.text.trimmed, isInteger: true)?.kind == .groupedNumber {
      return .done(.none)
    }
    let step = readElements(pair, parts(ofListAt: pair.node).map { self.pair($0, items) })
    guard case .done(.fits(let index)) = step else { return step }
    return .done(reshape(.fits(index), pair.node, .listInString))
  }

  private mutating func readElements(_ pair: Pair, _ pairs: [Pair]) -> Step {
    let (found, missing) = outcomes(of: pairs)
    if !missing.isEmpty { return .needs(missing) }
    var elements: [Int] = []
    var parts: [Fitting.Part] = []
    for (index, outcome) in found.enumerated() {
      switch outcome {
      case .none: return .done(.none)
      case .ambiguous: return .done(.ambiguous)
      case .fits(let fitting):
        elements.append(fittings[fitting].value)
        parts.append(Fitting.Part(place: .index(index), fitting: fitting))
      }
    }
    return .done(
      add(Fitting(value: values.index(of: .array(elements)), node: pair.node, parts: parts)))
  }

  mutating func readTuple(_ pair: Pair) -> Step {
    let tuple = schema.graph[pair.schema]
    let raw = nodes[pair.node]
    if raw.kind == .string, let inner = decoded(pair.node) {
      let (found, missing) = outcomes(of: [self.pair(inner, pair.schema)])
      return missing.isEmpty
        ? .done(reshape(found[0], pair.node, .encodedText)) : .needs(missing)
    }
    let (least, most) = tuple.elementCounts
    guard raw.kind == .array, raw.children.count >= least,
      raw.children.count <= most ?? .max
    else { return .done(.none) }
    let prefix = tuple.prefixItems
    let further = tuple.items
    var pairs: [Pair] = []
    for (index, child) in raw.children.enumerated() {
      guard let element = index < prefix.count ? prefix[index] : further else {
        return .done(.none)
      }
      pairs.append(self.pair(child, element.id))
    }
    return readElements(pair, pairs)
  }

  /// Reads a value by a schema that allows any: as it stands.
  mutating func readAny(_ pair: Pair) -> Step {
    let raw = nodes[pair.node]
    switch raw.kind {
    case .array: return readElements(pair, raw.children.map { Pair(node: $0, schema: pair.schema) })
    case .object:
      let (found, missing) = outcomes(
        of: raw.children.map { Pair(node: $0, schema: pair.schema) })
      if !missing.isEmpty { return .needs(missing) }
      var members: [ValueTable.Member] = []
      var parts: [Fitting.Part] = []
      var known: [String: Int] = [:]
      for (key, outcome) in zip(raw.keys, found) {
        guard case .fits(let index) = outcome else { return .done(outcome) }
        let value = fittings[index].value
        if let earlier = known[key] {
          if earlier == value { continue }
          note("the key \"\(key)\" has two different values", at: pair.node)
          return .done(.ambiguous)
        }
        known[key] = value
        members.append(ValueTable.Member(key: key, value: value))
        parts.append(Fitting.Part(place: .key(key), fitting: index))
      }
      return .done(
        add(Fitting(value: values.index(of: .object(members)), node: pair.node, parts: parts)))
    case .string, .bare: return .done(natural(pair.node))
    }
  }

  /// Reads a value without a schema; objects and arrays do not fit.
  mutating func natural(_ node: Int) -> FittingOutcome {
    let raw = nodes[node]
    guard raw.kind == .bare || raw.kind == .string else { return .none }
    let (value, kind) = ValueTable.Value.scalar(raw)
    return add(
      Fitting(
        value: values.index(of: value), node: node, mends: kind.map { [mend($0, node)] } ?? []))
  }

  mutating func readUnion(_ pair: Pair) -> Step {
    let pairs = schema.alternatives(of: pair.schema).map { Pair(node: pair.node, schema: $0) }
    let (found, missing) = outcomes(of: pairs)
    if !missing.isEmpty { return .needs(missing) }
    var exact: [FittingOutcome] = []
    var kept: [FittingOutcome] = []
    var reshaped: [FittingOutcome] = []
    var isAmbiguous = false
    for outcome in found {
      switch outcome {
      case .none: continue
      case .ambiguous: isAmbiguous = true
      case .fits(let index):
        if fittings[index].weight == 0 {
          exact.append(outcome)
        } else if fittings[index].changesShape {
          reshaped.append(outcome)
        } else {
          kept.append(outcome)
        }
      }
    }
    if !exact.isEmpty { return .done(only(of: exact, at: pair.node)) }
    if !kept.isEmpty { return .done(only(of: kept, at: pair.node)) }
    if isAmbiguous { return .done(.ambiguous) }
    return .done(only(of: reshaped, at: pair.node))
  }
}
