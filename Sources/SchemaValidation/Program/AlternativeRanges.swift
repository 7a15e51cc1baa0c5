import IndexedTables
import SchemaAlternatives
import SchemaDocuments

/// The alternatives of unions by the sizes of the values that they allow: numbers, lengths of
/// strings, and numbers of elements and properties.
///
/// Only unions with many alternatives are indexed, so that each value is evaluated by the
/// alternatives that its size does not exclude.
struct AlternativeRanges: Sendable {
  /// A union, and a kind of values.
  private struct Key: Hashable {
    let union: EntryIndex<Applicator>
    let kind: ContentShape
  }

  private var indices: [RangeIndex] = []
  private var known: [Key: EntryIndex<RangeIndex>] = [:]

  /// The largest number of schemas that are searched for the rules of one schema.
  private static let maximumParts = 8

  /// The ranges of no union.
  init() {}

  /// Finds the ranges of a program's unions.
  init(of program: SchemaProgram) {
    for (number, applicator) in program.applicators.enumerated() {
      guard let union = applicator.alternatives, union.schemas.count > AlternativeIndex.few else {
        continue
      }
      for kind in [ContentShape.number, .string, .array, .object] {
        let schemas = program.parts[union.schemas]
        let ranges = zip(0..., schemas).compactMap { alternative, schema in
          program.schemas[schema].possibleTypes.mayHave(kind)
            ? (alternative: alternative, range: Self.range(of: schema, kind, in: program)) : nil
        }
        // An index of equal ranges excludes all alternatives or none.
        guard ranges.count > AlternativeIndex.few,
          ranges.contains(where: { $0.range != ranges[0].range })
        else { continue }
        known[Key(union: EntryIndex(number), kind: kind)] = indices.add(RangeIndex(ranges))
      }
    }
  }

  /// The ranges of the alternatives of a union that values of a kind may satisfy; `nil` if the
  /// union is not indexed for this kind.
  func index(of union: EntryIndex<Applicator>, for kind: ContentShape) -> EntryIndex<RangeIndex>? {
    known.isEmpty ? nil : known[Key(union: union, kind: kind)]
  }

  subscript(index: EntryIndex<RangeIndex>) -> RangeIndex { indices[index] }

  /// The sizes of the values of a kind that a schema allows, or more.
  private static func range(
    of schema: SchemaIndex, _ kind: ContentShape, in program: SchemaProgram
  ) -> NumberRange {
    program.conjuncts(of: schema, limit: maximumParts).reduce(NumberRange()) { range, part in
      range.intersection(NumberRange(of: program.schemas[part], kind, in: program))
    }
  }
}

extension NumberRange {
  /// The sizes of the values of a kind that the rules of a schema itself allow.
  fileprivate init(of schema: CompiledSchema, _ kind: ContentShape, in program: SchemaProgram) {
    self.init()
    switch kind {
    case .number:
      guard let rule = schema.number.map({ program.rules.numbers[$0] }) else { return }
      self.init(
        from: rule.lowerBound.map { Bound($0.value, isExclusive: $0.isExclusive) },
        to: rule.upperBound.map { Bound($0.value, isExclusive: $0.isExclusive) }, isIntegral: false)
    case .string:
      guard let rule = schema.string.map({ program.rules.strings[$0] }) else { return }
      self.init(counts: rule.minimumLength, rule.maximumLength)
    case .array:
      guard let rule = schema.array.map({ program.rules.arrays[$0] }) else { return }
      let isClosed = rule.rest.schema.map { program.schemas[$0].isNever } ?? false
      let most = rule.maximumCount ?? .max
      self.init(counts: rule.minimumCount, isClosed ? min(most, rule.prefix.count) : most)
    case .object:
      guard let rule = schema.object.map({ program.objects.rules[$0] }) else { return }
      let isClosed =
        rule.patterns.isEmpty && rule.rest.schema.map { program.schemas[$0].isNever } ?? false
      let most = rule.maximumCount ?? .max
      self.init(
        counts: max(rule.minimumCount ?? 0, rule.requiredCount),
        isClosed ? min(most, rule.properties.count) : most)
    default: break
    }
  }

  private init(counts least: Int?, _ most: Int?) {
    self.init(
      from: least.map { Bound(SchemaNumber($0), isExclusive: false) },
      to: most.map { Bound(SchemaNumber($0), isExclusive: false) }, isIntegral: false)
  }
}
