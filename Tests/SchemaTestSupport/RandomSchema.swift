package import SchemaEncoding

/// Makes valid schemas from a seed, and JSON values that they allow or forbid.
///
/// Every schema has a finite value: what is required leads only to schemas made before, and what
/// leads anywhere is optional or an array that may be empty.
package struct RandomSchema {
  /// The schema.
  package private(set) var schema: GenerationSchema

  private var random: SplitMix64

  /// The names of the schemas so far, each of which may require earlier ones.
  private var names: [String] = []

  package init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    schema = Int.generationSchema
    let count = 1 + random.below(5)
    let all = (0..<count + 1).map { random.name($0) }
    var dependencies: [DynamicGenerationSchema] = []
    for name in all.dropFirst() {
      dependencies.append(named(name, all: all))
      names.append(name)
    }
    let root: DynamicGenerationSchema
    if random.oneIn(8) {
      root = DynamicGenerationSchema(
        arrayOf: DynamicGenerationSchema(referenceTo: random.pick(names)), minimumElements: nil,
        maximumElements: random.oneIn(2) ? nil : 3)
      dependencies.append(object(all[0], all: all))
    } else {
      root = object(all[0], all: all)
    }
    schema = try GenerationSchema(root: root, dependencies: dependencies)
  }

  private mutating func named(_ name: String, all: [String]) -> DynamicGenerationSchema {
    switch random.below(8) {
    case 0:
      return DynamicGenerationSchema(
        name: name, description: description(),
        anyOf: (0...random.below(3)).map { "\(random.pick(AwkwardNames.all))\($0)" })
    case 1:
      return DynamicGenerationSchema(
        name: name, description: description(),
        properties: (0..<random.below(3)).map { number in
          DynamicGenerationSchema.Property(
            name: random.name(number), schema: required(all), isOptional: random.oneIn(2))
        }, additionalProperties: random.oneIn(2) ? .any : required())
    case 2:
      var arms = [leaf()]
      for _ in 0..<random.below(3) { arms.append(required()) }
      return DynamicGenerationSchema(name: name, description: description(), anyOf: arms)
    default: return object(name, all: all)
    }
  }

  private mutating func object(_ name: String, all: [String]) -> DynamicGenerationSchema {
    DynamicGenerationSchema(
      name: name, description: description(),
      properties: (0..<random.below(6)).map { number in
        let isOptional = random.oneIn(3)
        return DynamicGenerationSchema.Property(
          name: random.name(number), description: description(),
          schema: isOptional ? anything(all) : required(all), isOptional: isOptional)
      })
  }

  /// A schema that has a value whatever comes later.
  private mutating func required(_ all: [String] = []) -> DynamicGenerationSchema {
    switch random.below(9) {
    case 0 where !names.isEmpty:
      return DynamicGenerationSchema(referenceTo: random.pick(names))
    case 1 where !names.isEmpty:
      let low = random.below(3)
      return DynamicGenerationSchema(
        arrayOf: DynamicGenerationSchema(referenceTo: random.pick(names)),
        minimumElements: random.oneIn(2) ? nil : low,
        maximumElements: random.oneIn(2) ? nil : low + random.below(3))
    case 2 where !all.isEmpty:
      return DynamicGenerationSchema(arrayOf: anything(all))
    case 3:
      return DynamicGenerationSchema(arrayOf: .array(of: leaf()), maximumElements: 4)
    case 4:
      let low = random.below(3)
      return DynamicGenerationSchema(
        dictionaryOf: leaf(), minimumProperties: random.oneIn(2) ? nil : low,
        maximumProperties: random.oneIn(2) ? nil : low + random.below(3))
    case 5: return .tuple(of: (0..<random.below(4)).map { _ in leaf() })
    case 6: return .nullable(leaf())
    default: return leaf()
    }
  }

  /// A schema that may refer to a schema around it.
  private mutating func anything(_ all: [String]) -> DynamicGenerationSchema {
    random.oneIn(2) ? DynamicGenerationSchema(referenceTo: random.pick(all)) : required(all)
  }

  private mutating func leaf() -> DynamicGenerationSchema {
    switch random.below(22) {
    case 0: return .string
    case 1: return .boolean
    case 2: return .null
    case 3: return .integer
    case 4:
      let low = random.below(200) - 100
      return DynamicGenerationSchema(
        type: Int.self, guides: [.range(low...(low + random.below(50)))])
    case 5: return DynamicGenerationSchema(type: UInt8.self)
    case 6: return DynamicGenerationSchema(type: Int16.self, guides: [.minimum(-7)])
    case 7: return DynamicGenerationSchema(type: UInt64.self)
    case 8: return DynamicGenerationSchema(type: Double.self, guides: [.range(-0.5...2.25)])
    case 9: return DynamicGenerationSchema(type: Float.self, guides: [.minimum(0.1)])
    case 10:
      return DynamicGenerationSchema(
        type: String.self,
        guides: [.anyOf((0...random.below(4)).map { "\(random.pick(AwkwardNames.all))\($0)" })])
    case 11:
      return DynamicGenerationSchema(
        type: String.self, guides: [random.oneIn(2) ? .pattern(/^[a-z]{2,4}$/) : .pattern(/[0-9]+/)]
      )
    case 12:
      let low = random.below(3)
      return DynamicGenerationSchema(
        type: String.self, guides: [.length(low...(low + random.below(4)))])
    case 13:
      return DynamicGenerationSchema(
        type: [[Int]].self,
        guides: [.count(0...3), .element(.maximumCount(2)), .element(.element(.range(1...6)))])
    case 14: return DynamicGenerationSchema(type: Sprout.self)
    case 15:
      let pool: [SchemaScalar] = [
        "a", "1", 1, -2, true, false, .null, "é",
        .number(SchemaNumber(text: "0.5".utf8) ?? SchemaNumber(7)),
      ]
      return .enumeration(of: (0...random.below(4)).map { _ in random.pick(pool) })
    case 16: return .enumeration(of: [1, 2, .number(SchemaNumber(Int.max))])
    case 17:
      let low = random.below(20) - 10
      return DynamicGenerationSchema(
        type: Int.self,
        guides: [
          .exclusiveMinimum(low), .exclusiveMaximum(low + 8), .multiple(of: 2),
          .multiple(of: random.oneIn(2) ? 3 : 1),
        ])
    case 18:
      return DynamicGenerationSchema(
        type: Double.self, guides: [.exclusiveMinimum(-0.5), .multiple(of: 0.25)])
    case 19:
      return DynamicGenerationSchema(
        type: Double.self, guides: [.exclusiveMaximum(2.5), .minimum(-1)])
    case 20:
      return DynamicGenerationSchema(
        type: [String: UInt8].self, guides: [.minimumProperties(1), .maximumProperties(3)])
    default: return DynamicGenerationSchema(type: GeneratedContent.self)
    }
  }

  private mutating func description() -> String? {
    random.oneIn(2) ? nil : random.pick(AwkwardNames.all)
  }
}

/// A Swift type among the dynamic schemas, which contains itself.
package struct Sprout: SchemaOnly {
  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "Something that grows",
      properties: [
        Property(name: "height", type: Double.self, guides: [.minimum(0)]),
        Property(name: "twigs", type: [Sprout].self, guides: [.maximumCount(2)]),
        Property(name: "blossom", type: Sprout?.self),
      ])
  }
}
