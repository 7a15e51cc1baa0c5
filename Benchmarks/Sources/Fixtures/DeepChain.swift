package import PlanEncoding
package import SchemaModel

/// A chain of types with a schema of any depth.
///
/// The types are created at run time.
package enum DeepChain: String, CaseIterable, Sendable {
  /// Objects with a title. Each has one property, whose type is the next level. Every level except
  /// the root becomes a definition.
  case titled

  /// `[[[…Int…]]]`. Arrays have no title, so every level is written inside the level above.
  case arrays

  /// Two kinds of objects in alternation. Each refers to the next level and back: one kind to the
  /// root, and the other kind to the level above. There is a cycle at every level.
  case mutual

  /// The largest depth of titled types.
  ///
  /// Two numbers of three digits identify each level.
  package static let maximumDepth = 1_000_000

  /// Creates the types of a chain, and returns the root of the chain.
  ///
  /// The types to which a level refers depend on the last requested depth, so encode a chain before
  /// you prepare the next chain.
  ///
  /// - Parameter depth: The number of levels, including the last one.
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

/// The types of a chain.
///
/// The first `depth` types are in use.
private struct LevelTable {
  private(set) var types: [FixtureType] = []
  private(set) var depth = 0

  /// Creates the missing types.
  ///
  /// Each is created from its number and the previous type.
  mutating func grow(to depth: Int, _ type: (Int, FixtureType?) -> FixtureType) {
    types.reserveCapacity(depth)
    for number in types.count..<max(types.count, depth) {
      types.append(type(number, types.last))
    }
    self.depth = depth
  }

  /// Returns the type of a level; `nil` below the last level.
  func type(at level: Int) -> FixtureType? {
    level < depth ? types[level] : nil
  }
}

// The tables are written while a chain is prepared, when there is only one thread, and are read
// while it is encoded. A lock would make every level slower. Titled types and alternating types are
// numbered from the root, and nested arrays from the innermost array.
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

// Functions that are not generic create the schema of a generic type from its number. Code in a
// generic type would have to look up its own conformances among the conformances of a million
// types.

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

/// An even level of a chain of two kinds of types, with a reference to the root.
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

/// An odd level of a chain of two kinds of types, with a reference to the level above.
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
