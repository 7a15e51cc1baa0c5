package import SchemaEncoding

/// Makes dynamic schemas of all sorts, good and bad, from a seed.
///
/// Names may be empty, occur twice, or refer to nothing; guides may contradict each other or not
/// fit; choices may be missing. Whatever comes out is to be resolved and encoded, or refused with a
/// ``SchemaError``.
package struct ArbitrarySchemas {
  private var random: SplitMix64
  private var names: [String] = []

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// A root and its dependencies.
  package mutating func next() -> (root: DynamicGenerationSchema, others: [DynamicGenerationSchema])
  {
    let pool = 1 + random.below(6)
    names = (0..<pool).map { number in
      switch random.below(12) {
      case 0: ""
      case 1: random.pick(AwkwardNames.all)
      default: random.name(number)
      }
    }
    let others = names.dropFirst().map { named($0, depth: 3) }
    return (random.oneIn(5) ? schema(depth: 3) : named(names[0], depth: 3), others)
  }

  private mutating func named(_ name: String, depth: Int) -> DynamicGenerationSchema {
    switch random.below(6) {
    case 0:
      let count = random.oneIn(10) ? 0 : 1 + random.below(4)
      return DynamicGenerationSchema(
        name: name, description: description(), anyOf: (0..<count).map { _ in text() })
    case 1:
      let count = random.oneIn(10) ? 0 : 1 + random.below(3)
      return DynamicGenerationSchema(
        name: name, description: description(),
        anyOf: (0..<count).map { _ in schema(depth: depth - 1) })
    default:
      return DynamicGenerationSchema(
        name: name, description: description(),
        properties: (0..<random.below(5)).map { number in
          DynamicGenerationSchema.Property(
            name: random.oneIn(12) ? text() : random.name(number), description: description(),
            schema: schema(depth: depth - 1), isOptional: random.oneIn(3))
        })
    }
  }

  private mutating func schema(depth: Int) -> DynamicGenerationSchema {
    switch random.below(depth > 0 ? 16 : 8) {
    case 8:
      return DynamicGenerationSchema(
        dictionaryOf: schema(depth: depth - 1), minimumProperties: random.oneIn(2) ? nil : end(),
        maximumProperties: random.oneIn(2) ? nil : end())
    case 9: return .tuple(of: (0..<random.below(4)).map { _ in schema(depth: depth - 1) })
    case 10: return .nullable(schema(depth: depth - 1))
    case 11:
      return DynamicGenerationSchema(
        name: random.pick(names), description: description(),
        properties: (0..<random.below(3)).map { number in
          DynamicGenerationSchema.Property(
            name: random.name(number), schema: schema(depth: depth - 1),
            isOptional: random.oneIn(3))
        }, additionalProperties: random.oneIn(3) ? .any : schema(depth: depth - 1))
    case 0, 1, 2, 3: return leaf()
    case 4, 5, 6:
      return DynamicGenerationSchema(
        referenceTo: random.oneIn(12) ? "nowhere" : random.pick(names))
    case 7: return .null
    case 12, 13:
      return DynamicGenerationSchema(
        arrayOf: schema(depth: depth - 1), minimumElements: random.oneIn(2) ? nil : end(),
        maximumElements: random.oneIn(2) ? nil : end())
    default:
      return named(
        random.oneIn(3) ? random.pick(names) : "in\(random.below(1_000_000))", depth: depth)
    }
  }

  private mutating func leaf() -> DynamicGenerationSchema {
    switch random.below(12) {
    case 9:
      return .enumeration(of: (0..<random.below(4)).map { _ in scalar() })
    case 10:
      return DynamicGenerationSchema(
        type: Double.self,
        guides: [
          .exclusiveMinimum(Double(end())), .exclusiveMaximum(Double(end())),
          .multiple(of: Double(end()) / 4), .multiple(of: random.pick([0.1, 7, 1e300, .nan])),
        ])
    case 11:
      return DynamicGenerationSchema(
        type: Int.self,
        guides: [
          GenerationGuide(GuideValue(.scalars((0..<3).map { _ in scalar() }))),
          .exclusiveMaximum(end()), .multiple(of: random.pick([0, 1, 2, .max])),
        ])
    case 0: return .string
    case 1: return .boolean
    case 2:
      return DynamicGenerationSchema(
        type: Int.self, guides: random.oneIn(2) ? [] : [.minimum(end()), .maximum(end())])
    case 3:
      let bounds = [0.5, -0.1, 1e300, .infinity, .nan, 3]
      return DynamicGenerationSchema(
        type: Double.self, guides: [.minimum(random.pick(bounds)), .maximum(random.pick(bounds))])
    case 4:
      return DynamicGenerationSchema(
        type: String.self, guides: [.anyOf((0..<random.below(4)).map { _ in text() })])
    case 5:
      return DynamicGenerationSchema(
        type: String.self, guides: [.pattern(/^[a-z]+$/), .length(1...(1 + random.below(4)))])
    case 6:
      return DynamicGenerationSchema(
        type: [[Int8]].self, guides: [.count(end()), .element(.element(.minimum(100)))])
    case 7:
      return DynamicGenerationSchema(
        type: Int.self, guides: [.init(GenerationGuide<String>.constant("misfit"))])
    default: return DynamicGenerationSchema(type: GeneratedContent.self)
    }
  }

  private mutating func scalar() -> SchemaScalar {
    switch random.below(4) {
    case 0: .string(text())
    case 1: random.pick([true, false, .null])
    default: .number(SchemaNumber(end()))
    }
  }

  private mutating func end() -> Int { random.below(9) - (random.oneIn(6) ? 8 : 0) }

  private mutating func text() -> String { random.oneIn(9) ? "" : random.pick(AwkwardNames.all) }

  private mutating func description() -> String? {
    random.oneIn(2) ? nil : random.pick(AwkwardNames.all)
  }
}
