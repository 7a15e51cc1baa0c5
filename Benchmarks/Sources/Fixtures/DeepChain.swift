package import PlanEncoding
package import SchemaModel

/// A schema as deep as one likes, made of types that exist at run time only.
package enum DeepChain: String, CaseIterable, Sendable {
  /// Objects with a title: each has one property, and that is the next. Every level but the root
  /// becomes a definition.
  case titled

  /// `[[[…Int…]]]`: arrays have no title, so every level is written inside the one above.
  case arrays

  /// Two kinds of objects in turn, each with the next and a way back up: one to the root, the other
  /// to the level above. There is a cycle at every level.
  case mutual

  /// The deepest chain of titled types, for which two numbers of three digits do.
  package static let maximumDepth = 1_000_000

  /// Makes the types of a chain and returns its root.
  ///
  /// What types a level refers to depends on the depth that was asked for last, so a chain is
  /// encoded before the next one is made.
  ///
  /// - Parameter depth: How many levels there are, the last included.
  /// - Returns: The root.
  package func prepare(depth: Int) -> FixtureType {
    switch self {
    case .titled:
      levels.grow(to: depth) { number, _ in level(at: number) }
      return levels.types[0]
    case .arrays:
      nests.grow(to: depth) { _, inner in inner.map { array(of: $0) } ?? Int.self }
      return nests.types[depth - 1]
    case .mutual:
      turns.grow(to: depth) { number, _ in turn(at: number) }
      return turns.types[0]
    }
  }
}

/// The types of a chain, of which the first `depth` are in use.
private struct LevelTable {
  private(set) var types: [FixtureType] = []
  private(set) var depth = 0

  /// Makes the types that are not there yet, each from its number and the one before it.
  mutating func grow(to depth: Int, _ type: (Int, FixtureType?) -> FixtureType) {
    types.reserveCapacity(depth)
    for number in types.count..<max(types.count, depth) {
      types.append(type(number, types.last))
    }
    self.depth = depth
  }

  /// The type of a level, unless it is below the last.
  func type(at level: Int) -> FixtureType? {
    level < depth ? types[level] : nil
  }
}

// Written while a chain is made, by the only thread that there is then, and read while it is
// encoded: a lock would only make every level slower. Titled types and turns go from the root down,
// nests of arrays from the inside out.
nonisolated(unsafe) private var levels = LevelTable()
nonisolated(unsafe) private var turns = LevelTable()
nonisolated(unsafe) private var nests = LevelTable()

// MARK: - Types by number

private func level(at number: Int) -> FixtureType {
  func type<Upper: Digit, Lower: Digit>(_: Upper.Type, _: Lower.Type) -> FixtureType {
    Level<Upper, Lower>.self
  }
  let (upper, lower) = (numbers[number / 1000], numbers[number % 1000])
  return type(upper, lower)
}

private func turn(at number: Int) -> FixtureType {
  func ping<Upper: Digit, Lower: Digit>(_: Upper.Type, _: Lower.Type) -> FixtureType {
    Ping<Upper, Lower>.self
  }
  func pong<Upper: Digit, Lower: Digit>(_: Upper.Type, _: Lower.Type) -> FixtureType {
    Pong<Upper, Lower>.self
  }
  let (upper, lower) = (numbers[number / 1000], numbers[number % 1000])
  return number.isMultiple(of: 2) ? ping(upper, lower) : pong(upper, lower)
}

// MARK: - The types

/// A type of a chain, by its number; the schemas are given in extensions for the reason that
/// ``EntityType`` states.
package protocol NumberedType: Generable, PlanGenerable {
  /// Which of the types this is.
  static var number: Int { get }
}

/// A level of a chain of titled types.
package struct Level<Upper: Digit, Lower: Digit>: LevelType {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }

  package static var number: Int { Upper.value * 1000 + Lower.value }
}

/// What the types of a chain of titled types share.
package protocol LevelType: NumberedType {}

extension LevelType {
  package static var generationSchema: GenerationSchema {
    let next = levels.type(at: number + 1).map { property("next", of: $0) }
    return GenerationSchema(
      type: Self.self,
      properties: [next ?? GenerationSchema.Property(name: "value", type: Int.self)])
  }

  package static var jsonSchema: JSONSchema {
    let next = levels.type(at: number + 1).map { planProperty("next", of: $0) }
    return JSONSchema(
      type: Self.self, properties: [next ?? JSONSchema.Property(name: "value", type: Int.self)])
  }
}

/// An even level of a chain of two kinds of types.
package struct Ping<Upper: Digit, Lower: Digit>: PingType {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }

  package static var number: Int { Upper.value * 1000 + Lower.value }
}

/// What the even levels of a chain of two kinds of types share: a way back to the root.
package protocol PingType: NumberedType {}

extension PingType {
  package static var generationSchema: GenerationSchema {
    let next = turns.type(at: number + 1).map { property("pong", of: $0) }
    return GenerationSchema(
      type: Self.self,
      properties: [
        next ?? GenerationSchema.Property(name: "value", type: Int.self),
        optionalProperty("root", of: turns.types[0]),
      ])
  }

  package static var jsonSchema: JSONSchema {
    let next = turns.type(at: number + 1).map { planProperty("pong", of: $0) }
    return JSONSchema(
      type: Self.self,
      properties: [
        next ?? JSONSchema.Property(name: "value", type: Int.self),
        planOptionalProperty("root", of: turns.types[0]),
      ])
  }
}

/// An odd level of a chain of two kinds of types.
package struct Pong<Upper: Digit, Lower: Digit>: PongType {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }

  package static var number: Int { Upper.value * 1000 + Lower.value }
}

/// What the odd levels of a chain of two kinds of types share: a way back to the level above.
package protocol PongType: NumberedType {}

extension PongType {
  package static var generationSchema: GenerationSchema {
    let number = number
    let above = turns.types[number - 1]
    let next = turns.type(at: number + 1).map { property("ping", of: $0) }
    return GenerationSchema(
      type: Self.self,
      properties: [
        next ?? GenerationSchema.Property(name: "value", type: Int.self),
        optionalProperty("above", of: above),
      ])
  }

  package static var jsonSchema: JSONSchema {
    let number = number
    let above = turns.types[number - 1]
    let next = turns.type(at: number + 1).map { planProperty("ping", of: $0) }
    return JSONSchema(
      type: Self.self,
      properties: [
        next ?? JSONSchema.Property(name: "value", type: Int.self),
        planOptionalProperty("above", of: above),
      ])
  }
}
