import SchemaContent
import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaText
import SchemaValidation

/// The reading of one text along a schema.
struct ReadingAttempt {
  private var source: ReadText
  private let schema: ReadingSchema
  private let validator: ContentValidator
  private let policy: ReadingPolicy
  /// `true` if a property that may be absent keeps the null of its text.
  private let keepsNull: Bool
  private let id: GenerationID
  /// `true` if the whole text is a JSON string, which is then read as a scalar.
  private let isString: Bool

  /// The place of the escaped text in the original one, which all mends get; `nil` if the text is
  /// not escaped.
  private var base: Int?
  private let original: ReadText

  private var finder: ValueFinder
  private var fitter: Fitter

  /// The type text of the schema, without blanks and comments; empty if it has none.
  private lazy var typeText = Self.withoutBlanksAndComments(
    (try? TypeText(schema.graph))?.description ?? "")

  /// A value that fits.
  private struct Candidate {
    let found: FoundValue
    let fitting: Int
    let content: GeneratedContent
  }

  init(
    _ source: ReadText, _ schema: ReadingSchema, _ validator: ContentValidator, id: GenerationID,
    keepsNull: Bool, policy: ReadingPolicy, isString: Bool
  ) {
    self.source = source
    original = source
    self.schema = schema
    self.validator = validator
    self.policy = policy
    self.id = id
    self.keepsNull = keepsNull
    self.isString = isString
    finder = ValueFinder(source)
    fitter = Fitter(schema, nodes: [], policy: policy, keepsNull: keepsNull)
  }

  mutating func run() throws(ReadingError) -> Reading {
    guard !source.isBlank else { throw ReadingError(.noValue, "the text is empty") }
    if isString { return try readScalar(0..<source.count) }
    finder.run()
    if finder.fault != nil, finder.values.isEmpty, unescape() { finder.run() }
    if let fault = finder.fault {
      if allowsFreeText, fault.kind != .end { return try readScalar(finder.start..<source.count) }
      throw error(of: fault)
    }
    let found = finder.values.filter { !$0.isDoubtful }
    if found.isEmpty { return try readWithoutBrackets() }
    fitter.nodes = finder.takeNodes()
    if found.count > 1, let reading = try readPieces(found) { return reading }
    return try choose(found)
  }

  // MARK: Objects and arrays

  /// Takes the only value that fits.
  private mutating func choose(_ found: [FoundValue]) throws(ReadingError) -> Reading {
    let candidates = try candidates(of: found)
    guard let last = candidates.last else { return try readScalar(finder.start..<source.count) }
    for candidate in candidates where candidate.content != last.content {
      throw error(
        .ambiguous, "the text has \(candidates.count) values that fit, and they differ",
        at: candidate.found)
    }
    let fittingNodes = Set(candidates.map(\.found.node))
    let isElement = fitter.fittings[last.fitting].mends.contains { $0.kind == .elementForArray }
    let other = found.first {
      fitter.nodes[$0.node].kind == .object && !fittingNodes.contains($0.node)
    }
    if isElement, let other {
      throw error(
        .unfit, "one of several values does not fit the elements of the array", at: other)
    }
    let later = found.filter { $0.range.lowerBound >= last.found.range.upperBound }
    let end = (later.last ?? last.found).range.upperBound
    let behind = later.map { words($0.wordsBefore) } + [words(end..<source.count)]
    try requireAnswer(last.found, before: behind.joined(separator: "\n"))
    let extra = found.filter { $0.node != last.found.node }.map { value in
      fitter.mend(
        fittingNodes.contains(value.node) ? .repeatedValue : .otherValue, value.node)
    }
    var mends = PlacedMends()
    fitter.addMends(of: last.fitting, to: &mends)
    return reading(last.content, mends, extra, around: [last.found.range])
  }

  /// The values that fit, without those of another shape if there are others.
  ///
  /// - Returns: The values; none if the text as a whole may be the value.
  /// - Throws: ``ReadingError`` if none fits, or a value has several meanings.
  private mutating func candidates(of found: [FoundValue]) throws(ReadingError) -> [Candidate] {
    var candidates: [Candidate] = []
    var reshaped: [Candidate] = []
    var isAmbiguous = false
    var unfit: (found: FoundValue, report: ValidationReport)?
    for value in found {
      switch fitter.read(value.node, by: schema.graph.root.id) {
      case .none: continue
      case .ambiguous: isAmbiguous = true
      case .fits(let index):
        if statesType(value, index) {
          fitter.note("the type stands where a value of it is due", at: value.node, isFirst: true)
          continue
        }
        let content = fitter.values.content(of: fitter.fittings[index].value, id: id)
        guard validator.isValid(content) else {
          unfit = (value, validator.report(on: content))
          continue
        }
        let candidate = Candidate(found: value, fitting: index, content: content)
        if fitter.fittings[index].changesShape, found.count > 1 {
          reshaped.append(candidate)
        } else {
          candidates.append(candidate)
        }
      }
    }
    if candidates.isEmpty { candidates = reshaped }
    if isAmbiguous {
      let problem = fitter.problems.first
      throw ReadingError(
        .ambiguous, problem?.problem ?? "the value has several meanings",
        at: problem.map { position(of: $0.offset) })
    }
    guard candidates.isEmpty, !allowsFreeText else { return candidates }
    guard let unfit else { throw unfitError(found) }
    throw error(.unfit, "the value does not fit the schema", at: unfit.found, unfit.report)
  }

  /// `true` if a value with words for its strings is a part of the schema's type text.
  private mutating func statesType(_ value: FoundValue, _ fitting: Int) -> Bool {
    var mends = PlacedMends()
    fitter.addMends(of: fitting, to: &mends)
    guard mends.mends.contains(where: { $0.mend.kind == .bareString }) else { return false }
    let stated = Self.withoutBlanksAndComments(source.text(value.range))
    return stated.utf8.count > 2 && typeText.contains(stated)
  }

  private static func withoutBlanksAndComments(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      let end = line.firstRange(of: "//")?.lowerBound ?? line.endIndex
      return line[..<end].filter { !$0.isWhitespace }
    }.joined()
  }

  /// Reads the elements of an array that stand as values of their own.
  private mutating func readPieces(_ found: [FoundValue]) throws(ReadingError) -> Reading? {
    guard let kind = schema.rootAlternatives.first(where: { $0.kind == .array }),
      schema.rootAlternatives.allSatisfy({ $0.kind == .array || $0.kind == .null }),
      let items = kind.items?.id, found.allSatisfy({ fitter.nodes[$0.node].kind == .object })
    else { return nil }
    var elements: [Int] = []
    var mends = PlacedMends()
    for (index, value) in found.enumerated() {
      guard case .fits(let fitting) = fitter.read(value.node, by: items),
        !fitter.fittings[fitting].changesShape
      else { return nil }
      if index > 0, Prose.namesAlternatives(words(value.wordsBefore)) {
        throw error(
          .ambiguous,
          "the text has several values, and words between them say that one stands for another",
          at: value)
      }
      elements.append(fitter.fittings[fitting].value)
      fitter.addMends(of: fitting, at: mends.addStep(.index(index), in: nil), to: &mends)
    }
    for (index, value) in found.enumerated() {
      let next = index + 1 < found.count ? found[index + 1].range.lowerBound : source.count
      try requireAnswer(value, before: words(value.range.upperBound..<next), isPiece: true)
    }
    guard elements.contains(where: { $0 != elements[0] }) else {
      throw error(
        .ambiguous, "the text has one value \(found.count) times, as one element or as several",
        at: found[1])
    }
    let array = fitter.values.index(of: .array(elements))
    let content = fitter.values.content(of: array, id: id)
    guard validator.isValid(content) else {
      throw ReadingError(
        .unfit, "the values do not fit the schema", report: validator.report(on: content))
    }
    let piece = fitter.mend(.pieces, found[0].node, "\(found.count) values")
    return reading(content, mends, [piece], around: found.map(\.range))
  }

  /// Throws if the words around a value, without those in other values, say that it is no answer.
  private func requireAnswer(
    _ value: FoundValue, before after: String, isPiece: Bool = false
  ) throws(ReadingError) {
    let before = words(value.wordsBefore)
    if Prose.refusesBesideValue(before) || Prose.refusesBesideValue(after) {
      throw error(.refusal, "the words around the value refuse an answer", at: value)
    }
    if Prose.announcesNoAnswer(before) || Prose.withdrawsAnswer(after)
      || Prose.isMentioned(between: before, and: after, isPiece: isPiece)
    {
      throw error(
        .notAnAnswer, "the words around the value say that it is an example, a draft or quoted",
        at: value)
    }
  }

  private func words(_ range: Range<Int>) -> String {
    source.text(max(range.lowerBound, range.upperBound - 2_000)..<range.upperBound)
  }

  private func unfitError(_ found: [FoundValue]) -> ReadingError {
    guard let value = found.last else { return ReadingError(.noValue, "there is no value") }
    let problem = fitter.problems.first?.problem
    if let problem { return error(.unfit, problem, at: value) }
    return error(
      .unfit, found.count == 1 ? "the value does not fit the schema" : "no value fits the schema",
      at: value, validator.report(on: NaturalContent.content(of: value.node, in: fitter.nodes)))
  }

  // MARK: Other texts

  /// `true` if the root may be any text.
  private var allowsFreeText: Bool {
    schema.rootAlternatives.contains {
      $0.kind == .string && $0.constraints.choices == nil && $0.constraints.patterns.isEmpty
        && $0.constraints.formats.isEmpty
    }
  }

  /// Reads a text without objects and arrays.
  private mutating func readWithoutBrackets() throws(ReadingError) -> Reading {
    let range = finder.start..<source.count
    if !allowsFreeText, finder.fences.count == 1 {
      if let reading = try? readScalar(finder.fences[0]) { return reading }
    }
    do throws(ReadingError) {
      return try readScalar(range)
    } catch {
      guard error.code == .noValue, let fault = finder.weakFault,
        source.skippingBlanks(from: finder.start) == finder.weakStart
      else { throw error }
      throw self.error(of: fault)
    }
  }

  /// Reads a part of the text as one value without brackets.
  private mutating func readScalar(_ range: Range<Int>) throws(ReadingError) -> Reading {
    let whole = source.text(range)
    guard let value = finder.addScalar(range) else { throw noValue() }
    // The outcomes of the last reading are those of other nodes.
    fitter = Fitter(schema, nodes: finder.takeNodes(), policy: policy, keepsNull: keepsNull)
    let isBare = fitter.nodes[value.node].kind == .bare
    if isBare {
      if Prose.isRefusal(whole) { throw noValue() }
      if allowsFreeText, schema.allowsNull(schema.rootID), ValueWords.isNull(whole.trimmed) {
        throw ReadingError(.ambiguous, "\"\(whole.trimmed)\" may be a text, or no value")
      }
      if policy != .guessing, let line = lastLineWithChoice(in: range) {
        return try readScalar(line)
      }
      // A sentence is no value of a property or an element.
      if !allowsFreeText, !isValueLike(whole), policy != .guessing { throw noValue() }
      if !allowsScalars, !isWord(whole.trimmed), policy != .guessing { throw noValue() }
    }
    if case .fits(let index) = fitter.read(value.node, by: schema.graph.root.id) {
      let content = fitter.values.content(of: fitter.fittings[index].value, id: id)
      if validator.isValid(content) {
        var mends = PlacedMends()
        fitter.addMends(of: index, to: &mends)
        return reading(content, mends, [], around: [value.range])
      }
      throw ReadingError(
        .unfit, "the value does not fit the schema", report: validator.report(on: content))
    }
    if policy == .guessing, let reading = try guess(whole, range) { return reading }
    if isBare, !isValueLike(whole) || FoundText.isLines(source) { throw noValue() }
    throw unfitError([value])
  }

  /// The last line, if it is a choice behind a line that announces it, and if the text has no other
  /// choice.
  private func lastLineWithChoice(in range: Range<Int>) -> Range<Int>? {
    let lines = source.bytes[range].split(separator: 0x0A).filter { line in
      line.contains { $0 > 0x20 }
    }
    let marks: [UInt8] = Array("*_`# \t\r".utf8)
    guard lines.count > 1, let last = lines.last, last.count <= 200 else { return nil }
    let announcement = lines[lines.count - 2].reversed().first { !marks.contains($0) }
    // A hyphen is a bullet or a sign, so the choice decides about it.
    let bullets: [UInt8] = Array("•> \t".utf8)
    let start = last.firstIndex { !bullets.contains($0) } ?? last.endIndex
    guard announcement == UInt8(ascii: ":"),
      let choice = schema.rootChoice(source.text(start..<last.endIndex).trimmed)
    else { return nil }
    let before = source.text(range.lowerBound..<last.startIndex)
    guard !Prose.announcesNoAnswer(before) else { return nil }
    let others = ChoiceWords(schema.rootChoices.filter { $0 != choice })
    return others.occur(in: before) ? nil : start..<last.endIndex
  }

  /// `true` if the root may be a string, a number, a boolean or null.
  private var allowsScalars: Bool {
    schema.rootAlternatives.contains {
      [.string, .integer, .number, .boolean, .null, .any].contains($0.kind)
    }
  }

  /// `true` if a text is a scalar or a choice, or one word that is no sentence.
  private func isWord(_ text: String) -> Bool {
    if NumberForms.number(text, isInteger: true) != nil || ValueWords.boolean(text) != nil
      || ValueWords.isNull(text) || schema.hasChoice(text)
    {
      return true
    }
    return !text.contains(where: \.isWhitespace) && !text.hasSuffix(".") && !text.hasSuffix("!")
      && !ValueWords.isGuessedNull(text)
  }

  /// `true` if a text has few words of one line.
  private func isValueLike(_ text: String) -> Bool {
    let text = text.trimmed
    guard text.utf8.count <= 300, !text.contains(where: \.isNewline), !text.hasSuffix("?"),
      !text.hasSuffix(":"), !text.contains(where: { "[]{}<>|=".contains($0) })
    else { return false }
    return text.split(separator: " ").count <= 6 || schema.hasDescribedChoices
  }

  private mutating func guess(_ text: String, _ range: Range<Int>) throws(ReadingError) -> Reading?
  {
    guard !Prose.announcesNoAnswer(FoundText.wordsBeforeLines(in: text, of: source)),
      let (json, kind) = GuessedForms.object(in: text, names: schema.keys.names)
    else { return nil }
    var finder = ValueFinder(ReadText(bytes: Array(json.utf8), keys: schema.keys))
    finder.run()
    guard finder.fault == nil, let value = finder.values.first else { return nil }
    var fitter = Fitter(schema, nodes: finder.takeNodes(), policy: policy, keepsNull: keepsNull)
    guard case .fits(let index) = fitter.read(value.node, by: schema.graph.root.id) else {
      return nil
    }
    let content = fitter.values.content(of: fitter.fittings[index].value, id: id)
    guard validator.isValid(content) else { return nil }
    base = range.lowerBound
    var mends = PlacedMends()
    fitter.addMends(of: index, to: &mends)
    return reading(
      content, mends,
      [RawMend(kind: kind, offset: range.lowerBound, found: text.excerpt)], around: [])
  }

  private func noValue() -> ReadingError {
    guard let other = FoundText.description(of: source) else {
      return ReadingError(.noValue, "the text has no value")
    }
    return ReadingError(FoundText.isRefusal(source) ? .refusal : .noValue, "found \(other)")
  }

  // MARK: Text in text

  /// Replaces the text by the one that it has in escaped form; `false` if it has none.
  private mutating func unescape() -> Bool {
    guard base == nil else { return false }
    let start = source.bytes.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
    guard let start else { return false }
    var next = source.skippingBlanks(from: start + 1)
    while source[next] == UInt8(ascii: "{") || source[next] == UInt8(ascii: "[") {
      next = source.skippingBlanks(from: next + 1)
    }
    let newline = source.has("\\n", at: next)
    guard source.has("\\\"", at: next) || newline else { return false }
    var bytes: [UInt8] = []
    var index = start
    while let byte = source[index] {
      guard byte == UInt8(ascii: "\\"), let letter = source[index + 1] else {
        bytes.append(byte)
        index += 1
        continue
      }
      switch letter {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(letter)
      default: bytes += [byte, letter]
      }
      index += 2
    }
    base = start
    source = ReadText(bytes: bytes, keys: schema.keys)
    finder = ValueFinder(source)
    return true
  }

  // MARK: Results

  private func position(of offset: Int) -> TextPosition {
    var lines = PositionCounter(original)
    return lines.position(of: base ?? offset)
  }

  private func error(
    _ code: ReadingError.Code, _ problem: String, at value: FoundValue,
    _ report: ValidationReport? = nil
  ) -> ReadingError {
    ReadingError(code, problem, at: position(of: value.range.lowerBound), report: report)
  }

  private func error(of fault: RawFault) -> ReadingError {
    let code: ReadingError.Code =
      switch fault.kind {
      case .end, .elision: .endedEarly
      case .syntax: .malformed
      case .ambiguous: .ambiguous
      case .example: .notAnAnswer
      }
    return ReadingError(code, fault.problem, at: position(of: fault.offset))
  }

  /// Puts the result together, with the mends in the value and those of the text around it.
  private func reading(
    _ content: GeneratedContent, _ mends: PlacedMends, _ extra: [RawMend],
    around ranges: [Range<Int>]
  ) -> Reading {
    var all = mends
    for mend in extra { all.add(mend) }
    if let base {
      // Positions in an escaped text are not those of the text.
      all.move(to: base)
      if !extra.contains(where: \.kind.isGuess) {
        all.add(RawMend(kind: .encodedText, offset: base, found: ""))
      }
    } else {
      if finder.start > 0 { all.add(RawMend(kind: .thoughts, offset: 0, found: "")) }
      let begin = source.skippingBlanks(from: finder.start)
      if source.bytes[finder.start..<begin].contains(where: { $0 >= 0x80 }) {
        all.add(RawMend(kind: .blank, offset: finder.start, found: ""))
      }
      if let words = words(around: ranges) {
        all.add(
          RawMend(
            kind: .surroundingText, offset: words.lowerBound, found: source.excerpt(words)))
      }
    }
    let positioned = all.positioned(in: original)
    return Reading(
      content: content, mends: positioned.filter { $0.kind != .suspiciousEscape },
      suspicions: positioned.filter { $0.kind == .suspiciousEscape })
  }

  /// The words before the values, or behind them; `nil` if there are none.
  private func words(around ranges: [Range<Int>]) -> Range<Int>? {
    guard let first = ranges.first, let last = ranges.last else { return nil }
    let begin = source.skippingBlanks(from: finder.start)
    if begin < first.lowerBound { return begin..<first.lowerBound }
    let end = source.skippingBlanks(from: last.upperBound)
    return end < source.count ? end..<source.count : nil
  }
}
