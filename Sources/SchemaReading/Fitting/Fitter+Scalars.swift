import SchemaModel
import SchemaText

extension Fitter {
  mutating func readScalar(_ pair: Pair) -> Step {
    let raw = nodes[pair.node]
    switch raw.kind {
    case .string, .bare:
      let outcome = scalar(raw, pair)
      if case .none = outcome, isGuessing { return .done(guess(raw, pair)) }
      return .done(outcome)
    case .array:
      guard raw.children.count == 1 else { return .done(.none) }
      let (found, missing) = outcomes(of: [self.pair(raw.children[0], pair.schema)])
      return missing.isEmpty
        ? .done(reshape(found[0], pair.node, .arrayOfOne)) : .needs(missing)
    case .object:
      // Only the answer as a whole may be an object with the value in its only key.
      guard schema.wrappableRoots.contains(pair.schema), let inner = wrapped(in: raw, nil),
        raw.keys.count == 1, nodes[inner].kind == .string || nodes[inner].kind == .bare
      else { return .done(.none) }
      let (found, missing) = outcomes(of: [self.pair(inner, pair.schema)])
      return missing.isEmpty
        ? .done(reshape(found[0], pair.node, .wrappedObject)) : .needs(missing)
    }
  }

  private mutating func scalar(_ raw: RawNode, _ pair: Pair) -> FittingOutcome {
    let isQuoted = raw.kind == .string
    switch schema.kind(of: pair.schema) {
    case .string: return string(raw, pair)
    case .integer, .number:
      let isInteger = schema.kind(of: pair.schema) == .integer
      let trimmed = raw.text.trimmed
      let text = trimmed.withoutEmphasis
      // "2.000" in quotes may be two thousand.
      if isQuoted, isInteger, text.contains("."), text.suffix(4).first == "." { return .none }
      guard let (number, form) = NumberForms.number(text, isInteger: isInteger) else {
        return .none
      }
      let isMarked = text.utf8.count < trimmed.utf8.count
      let kind = form ?? (isMarked ? .numberForm : nil)
      return fit(.number(number), pair, [isQuoted ? .quotedNumber : nil, kind])
    case .boolean:
      let text = raw.text.trimmed
      guard let truth = ValueWords.boolean(text.withoutEmphasis.withoutPeriod) else {
        return .none
      }
      let isPlain = text == "true" || text == "false"
      return fit(.bool(truth), pair, [isQuoted ? .quotedBoolean : isPlain ? nil : .booleanWord])
    case .null:
      guard ValueWords.isNull(raw.text.trimmed) else { return .none }
      return fit(.null, pair, [isQuoted || raw.text != "null" ? .nullWord : nil])
    case .any:
      let text = raw.text.trimmed
      var found = [string(raw, pair)]
      if let (number, form) = NumberForms.number(text, isInteger: false) {
        found.append(fit(.number(number), pair, [isQuoted ? .quotedNumber : nil, form]))
      }
      if let truth = ValueWords.boolean(text) {
        let isPlain = !isQuoted && (text == "true" || text == "false")
        found.append(
          fit(.bool(truth), pair, [isPlain ? nil : isQuoted ? .quotedBoolean : .booleanWord]))
      }
      if ValueWords.isNull(text) {
        let isPlain = !isQuoted && text == "null"
        found.append(fit(.null, pair, [isPlain ? nil : .nullWord]))
      }
      return only(of: found, at: pair.node)
    default: return .none
    }
  }

  private mutating func string(_ raw: RawNode, _ pair: Pair) -> FittingOutcome {
    let isQuoted = raw.kind == .string
    var kind: MendKind?
    if !isQuoted {
      if ValueWords.isNull(raw.text) { return .none }
      // The spelling of the string is not certain, unless it is a choice.
      if ValueWords.boolean(raw.text) != nil, raw.text != raw.text.lowercased(),
        schema.choices(pair.schema) == nil
      {
        return .none
      }
      let isScalar =
        ValueWords.boolean(raw.text) != nil
        || NumberForms.number(raw.text, isInteger: false) != nil
      kind = isScalar ? .scalarForString : .bareString
    }
    let exact = fit(.string(raw.text), pair, [kind])
    if case .fits = exact { return exact }
    guard let choices = schema.choices(pair.schema) else { return .none }
    if let choice = choices.match(raw.text) {
      return fit(.string(choice), pair, [.choiceSpelling])
    }
    if let choice = choices.matchWithDescription(raw.text) {
      return fit(.string(choice), pair, [.choiceWithDescription])
    }
    return .none
  }

  private mutating func guess(_ raw: RawNode, _ pair: Pair) -> FittingOutcome {
    let text = raw.text.trimmed
    switch schema.kind(of: pair.schema) {
    case .integer, .number:
      let isInteger = schema.kind(of: pair.schema) == .integer
      guard let number = NumberForms.withoutUnit(text, isInteger: isInteger) else {
        return sentenceNumber(text, pair, isInteger: isInteger)
      }
      return fit(.number(number), pair, [.numberWithUnit])
    case .boolean:
      return ValueWords.guessedBoolean(text).map { fit(.bool($0), pair, [.wordForBoolean]) }
        ?? .none
    case .null:
      return ValueWords.isGuessedNull(text) ? fit(.null, pair, [.wordForNull]) : .none
    case .string:
      guard let choice = schema.choices(pair.schema)?.guess(text) else { return .none }
      return fit(.string(choice), pair, [.choiceInSentence])
    default: return .none
    }
  }

  /// The only number of a sentence.
  private mutating func sentenceNumber(_ text: String, _ pair: Pair, isInteger: Bool)
    -> FittingOutcome
  {
    guard text.utf8.count < 1_000, !NumberForms.changesNumber(text),
      !text.contains(where: { "<>≤≥±~≈−½".contains($0) })
    else { return .none }
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
      .map { $0.trimmingPunctuation }
      .filter { $0.unicodeScalars.contains(where: \.isASCIIDigit) }
    guard words.count == 1, let (number, _) = NumberForms.number(words[0], isInteger: isInteger)
    else { return .none }
    return fit(.number(number), pair, [.choiceInSentence])
  }

  private mutating func fit(
    _ value: ValueTable.Value, _ pair: Pair, _ kinds: [MendKind?]
  ) -> FittingOutcome {
    let index = values.index(of: value)
    guard schema.allows(values.content(of: index), pair.schema) else { return .none }
    return add(
      Fitting(
        value: index, node: pair.node,
        mends: kinds.compactMap(\.self).map { mend($0, pair.node) }))
  }
}

extension String {
  /// The text without the marks of Markdown around it.
  fileprivate var withoutEmphasis: String {
    for mark in ["**", "__", "*", "_", "`"] {
      guard utf8.count > 2 * mark.utf8.count, hasPrefix(mark), hasSuffix(mark) else { continue }
      return String(dropFirst(mark.count).dropLast(mark.count))
    }
    return self
  }

  /// The text without the mark at the end of a sentence.
  fileprivate var withoutPeriod: String {
    hasSuffix(".") || hasSuffix("!") ? String(dropLast()) : self
  }

  /// The text without outer blanks.
  var trimmed: String {
    var part = self[...]
    while let first = part.first, first.isWhitespace { part.removeFirst() }
    while let last = part.last, last.isWhitespace { part.removeLast() }
    return String(part)
  }
}

extension Substring {
  /// The text without outer punctuation.
  fileprivate var trimmingPunctuation: String {
    var part = self
    while let first = part.first, ".,;:!?()*\"'`".contains(first) { part.removeFirst() }
    while let last = part.last, ".,;:!?()*\"'`".contains(last) { part.removeLast() }
    return String(part)
  }
}
