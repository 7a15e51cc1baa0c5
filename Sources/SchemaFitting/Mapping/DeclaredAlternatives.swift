import SchemaConcurrency
import SchemaEncoding
import SchemaModel
import SchemaValidation

/// The declared schemas of the alternatives of unions.
///
/// These schemas determine the alternative of a value, and the properties of the complete content
/// that have no place in an answer.
///
/// In memory, the schemas are nodes of the declared graph. Encoded, they are a plain JSON Schema
/// document for an array, whose elements have the schemas of the alternatives in order.
struct DeclaredAlternatives: Sendable {
  private enum Source: Sendable {
    case graph(SchemaGraph, nodes: [SchemaGraph.Node])
    case document(String)
  }

  private let source: Source

  /// The compiled schemas.
  ///
  /// The schemas of a graph are compiled when the first answer is written.
  private let validator: Locked<PartValidator?>

  /// Creates alternatives.
  ///
  /// - Parameters:
  ///   - nodes: Their nodes.
  ///   - graph: The declared graph.
  init(_ nodes: [SchemaGraph.Node], of graph: SchemaGraph) {
    source = .graph(graph, nodes: nodes)
    validator = Locked(nil)
  }

  private init(document: String) throws {
    source = .document(document)
    validator = Locked(try PartValidator(elementsOf: document))
  }

  /// The number of the schemas.
  var count: Int {
    switch source {
    case .graph(_, let nodes): nodes.count
    case .document: validator.withLock { $0?.count ?? 0 }
    }
  }

  /// An evaluation of the parts of some content by these schemas.
  func evaluation(of content: GeneratedContent) -> PartEvaluation? {
    compiled?.evaluation(of: content)
  }

  /// The paths to the properties and elements of some content that the schema with a number does
  /// not allow.
  func undeclaredParts(of content: GeneratedContent, _ schema: Int) -> [SchemaPath] {
    compiled?.undeclaredParts(of: content, schema) ?? []
  }

  private var compiled: PartValidator? {
    if let compiled = validator.withLock({ $0 }) { return compiled }
    guard case .graph(let graph, let nodes) = source else { return nil }
    // Nobody waits while the schemas are compiled; of two that compile them at once, the first
    // wins.
    let new = PartValidator(nodes, of: graph)
    return validator.withLock { validator in
      if validator == nil { validator = new }
      return validator
    }
  }

  private func document() throws -> String {
    switch source {
    case .graph(let graph, let nodes): try PartText.schema(ofElements: nodes, in: graph)
    case .document(let text): text
    }
  }
}

extension DeclaredAlternatives: Hashable {
  /// Indicates whether the documents are the same.
  static func == (first: DeclaredAlternatives, second: DeclaredAlternatives) -> Bool {
    if first.validator === second.validator { return true }
    guard let document = try? first.document(), let other = try? second.document() else {
      return false
    }
    return ExactText(document) == ExactText(other)
  }

  /// Adds nothing to the hash, since mappings with different alternatives usually have different
  /// nodes.
  func hash(into hasher: inout Hasher) {}
}

extension DeclaredAlternatives: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(document())
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let document = try container.decode(String.self)
    do {
      try self.init(document: document)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "The alternatives of the mapping are not a JSON Schema document: \(error)"
      )
    }
  }
}
