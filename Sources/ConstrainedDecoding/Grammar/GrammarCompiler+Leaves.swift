import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaPatterns
import SchemaText

extension GrammarCompiler {
  /// Returns the leaf whose texts are some scalars.
  mutating func literals(
    _ scalars: [SchemaScalar], _ node: SchemaGraph.Node
  ) throws(SchemaError) -> EntryIndex<CompiledLeaf> {
    try leaf(
      .literals(scalars.flatMap { $0.literals(isInteger: node.kind == .integer) }), node)
  }

  mutating func choiceForms(
    _ choices: [SchemaScalar], _ constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> [GrammarDraft.Form] {
    let (patterns, automata) = patterns(of: constraints, node)
    // The choices satisfy all other constraints, because the graph has removed the other choices.
    let remaining = choices.filter { choice in
      guard let string = choice.string else { return true }
      return patterns.indices.allSatisfy {
        automata[$0] == nil || patterns[$0].matches(string) != false
      }
    }
    return remaining.isEmpty ? [] : [.leaf(try literals(remaining, node))]
  }

  // MARK: Numbers

  /// The leaf of numbers without bounds.
  var freeNumber: LeafKey { .freeNumber(maximumExponent: options.maximumExponent) }

  mutating func numberLeaf(
    _ constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> EntryIndex<CompiledLeaf> {
    let isInteger = node.kind == .integer
    let hasBounds =
      constraints.minimum != nil || constraints.maximum != nil
      || constraints.exclusiveMinimum != nil || constraints.exclusiveMaximum != nil
    guard hasBounds || !constraints.multiples.isEmpty else {
      return try leaf(isInteger ? .freeInteger : freeNumber, node)
    }
    for multiple in constraints.multiples.dropFirst() {
      note("The constraint 'multipleOf' \(multiple) is not enforced.", node)
    }
    let number: NumberLeaf
    do throws(NumberLeaf.TooLong) {
      number = try NumberLeaf(constraints, isInteger: isInteger)
    } catch {
      throw tooLong(error, node)
    }
    return try leaf(.number(number), node)
  }

  private func tooLong(_ error: NumberLeaf.TooLong, _ node: SchemaGraph.Node) -> SchemaError {
    let (limit, maximum, problem) =
      switch error {
      case .bound:
        (
          "digits of a bound", NumberBound.maximumDigits,
          "A bound has more than \(NumberBound.maximumDigits) digits."
        )
      case .factor:
        (
          "multiple without the zeros at an end", Int(NumberLeaf.maximumFactor),
          "The significant digits of a multiple exceed \(NumberLeaf.maximumFactor)."
        )
      case .exponent:
        (
          "zeros at an end of a multiple", NumberLeaf.maximumExponent,
          "A multiple has more than \(NumberLeaf.maximumExponent) zeros at an end."
        )
      }
    return .limitExceeded(
      limit: limit, value: maximum + 1, maximum: maximum,
      context: .init(path: node.path, problem: problem, remedy: "Use a number with fewer digits."))
  }
}

extension SchemaScalar {
  /// Returns the spellings of the scalar that masks allow.
  ///
  /// A whole number of up to 40 digits may be written without an exponent. The limit is above the
  /// digits of a 128-bit integer. An integer is only written without an exponent, because many
  /// decoders of integers reject exponents.
  func literals(isInteger: Bool) -> [[UInt8]] {
    switch self {
    case .string(let string): return [.canonicalJSON(string)]
    case .number(let number):
      var text: [UInt8] = []
      text.appendJSON(number)
      guard text.contains(UInt8(ascii: "e")), let digits = number.wholeDigits else { return [text] }
      return isInteger ? [digits] : [digits, text]
    case .boolean(let value): return [Array((value ? "true" : "false").utf8)]
    case .null: return [Array("null".utf8)]
    }
  }
}

extension SchemaNumber {
  /// The digits of a whole number; `nil` if the number is not whole or has more than 40 digits.
  fileprivate var wholeDigits: [UInt8]? {
    guard let magnitude = NumberBound(self, isExclusive: false), magnitude.fraction.isEmpty,
      magnitude.integer.count <= 40
    else { return nil }
    let sign = decimalParts.isNegative ? [UInt8(ascii: "-")] : []
    return sign + magnitude.integer.map { UInt8(ascii: "0") + $0 }
  }
}

extension [UInt8] {
  /// Returns a string in the one form that masks allow: quoted, with characters escaped as in
  /// ``ScalarDecoder/Encoding/json``.
  static func canonicalJSON(_ string: String) -> [UInt8] {
    var text: [UInt8] = []
    text.appendJSON(string)
    guard text.contains(0x7F) else { return text }
    return Array(text.map { $0 == 0x7F ? Array("\\u007f".utf8) : [$0] }.joined())
  }
}
