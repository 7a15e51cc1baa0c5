import Fixtures
import Foundation
import PlanEncoding
import SchemaEncoding

/// The encoded schemas.
enum Sample: String, CaseIterable {
  case recipe
  case record
  case graph

  var title: String {
    switch self {
    case .recipe: "Recipe"
    case .record: "200 properties"
    case .graph: "500 types in circles"
    }
  }

  var type: FixtureType {
    switch self {
    case .recipe: Recipe.self
    case .record: WideRecord.self
    case .graph: EntityGraph.types[0]
    }
  }
}

/// The ways to encode a type to bytes.
enum Way: String, CaseIterable {
  /// A tree of `Codable` class nodes, and Foundation's `JSONEncoder`.
  case plan
  /// SchemaKit with a new encoder, and with the dialect that writes the same as the plan's encoder.
  case schemaKit

  /// Encodes `type`.
  ///
  /// - Returns: The number of bytes.
  @inline(never)
  func encode(_ type: FixtureType) throws -> Int {
    switch self {
    case .plan: try PlanSchemaEncoder.encode(type).count
    case .schemaKit: try SchemaEncoder(dialect: PlanDialect()).encode(type).utf8.count
    }
  }

  /// Encodes `type`.
  ///
  /// - Returns: The bytes.
  func bytes(_ type: FixtureType) throws -> [UInt8] {
    switch self {
    case .plan: try Array(PlanSchemaEncoder.encode(type))
    case .schemaKit: try SchemaEncoder(dialect: PlanDialect()).encode(type).utf8
    }
  }
}

/// A schema that is resolved once and encoded repeatedly.
struct KeptGraph {
  private let graph: SchemaGraph
  private let encoder = SchemaEncoder(dialect: PlanDialect())

  init(_ type: FixtureType) throws {
    graph = try SchemaGraph(type)
  }

  @inline(never)
  func encode() throws -> Int {
    try encoder.encode(graph).utf8.count
  }
}
