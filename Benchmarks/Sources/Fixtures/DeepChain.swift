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

// What a generic type says of itself is worked out from its number, by code that is not generic: to
// find its own conformances, code in a generic type has to look them up among those of a million
// types, where code in an ordinary type knows them.

/// A level of a chain of titled types.
package struct Level<Upper: Digit, Lower: Digit>: Generable, PlanGenerable {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }

  private static var number: Int { Upper.value * 1000 + Lower.value }

  package static var generationSchema: GenerationSchema { levelSchema(number) }

  package static var jsonSchema: JSONSchema { planLevelSchema(number) }
}

private func levelSchema(_ number: Int) -> GenerationSchema {
  let next = levels.type(at: number + 1).map { property("next", of: $0) }
  return GenerationSchema(
    type: levels.types[number],
    properties: [next ?? GenerationSchema.Property(name: "value", type: Int.self)])
}

private func planLevelSchema(_ number: Int) -> JSONSchema {
  let next = levels.type(at: number + 1).map { planProperty("next", of: $0) }
  return JSONSchema(
    type: levels.types[number],
    properties: [next ?? JSONSchema.Property(name: "value", type: Int.self)])
}

/// An even level of a chain of two kinds of types, with a way back to the root.
package struct Ping<Upper: Digit, Lower: Digit>: Generable, PlanGenerable {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }

  private static var number: Int { Upper.value * 1000 + Lower.value }

  package static var generationSchema: GenerationSchema {
    turnSchema(number, next: "pong", back: "root", to: 0)
  }

  package static var jsonSchema: JSONSchema {
    planTurnSchema(number, next: "pong", back: "root", to: 0)
  }
}

/// An odd level of a chain of two kinds of types, with a way back to the level above.
package struct Pong<Upper: Digit, Lower: Digit>: Generable, PlanGenerable {
  package let generatedContent: GeneratedContent

  package init(_ content: GeneratedContent) throws {
    generatedContent = content
  }

  private static var number: Int { Upper.value * 1000 + Lower.value }

  package static var generationSchema: GenerationSchema {
    let number = number
    return turnSchema(number, next: "ping", back: "above", to: number - 1)
  }

  package static var jsonSchema: JSONSchema {
    let number = number
    return planTurnSchema(number, next: "ping", back: "above", to: number - 1)
  }
}

private func turnSchema(
  _ number: Int, next nextName: String, back backName: String, to target: Int
) -> GenerationSchema {
  let next = turns.type(at: number + 1).map { property(nextName, of: $0) }
  return GenerationSchema(
    type: turns.types[number],
    properties: [
      next ?? GenerationSchema.Property(name: "value", type: Int.self),
      optionalProperty(backName, of: turns.types[target]),
    ])
}

private func planTurnSchema(
  _ number: Int, next nextName: String, back backName: String, to target: Int
) -> JSONSchema {
  let next = turns.type(at: number + 1).map { planProperty(nextName, of: $0) }
  return JSONSchema(
    type: turns.types[number],
    properties: [
      next ?? JSONSchema.Property(name: "value", type: Int.self),
      planOptionalProperty(backName, of: turns.types[target]),
    ])
}
