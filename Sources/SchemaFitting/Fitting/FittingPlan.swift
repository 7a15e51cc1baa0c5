import SchemaEncoding
import SchemaGuides
import SchemaModel

/// What is put at a place of a fitted graph.
enum FittingPlan {
  /// A node of the declared graph, fitted, and the index of its mapping.
  case declared(Int, mapping: Int)

  /// A node that no declared one stands for.
  indirect case made(
    SchemaKind, description: String? = nil, constraints: GuideConstraints? = nil,
    children: [Part] = [])

  /// A reference to the body of a type, the root being 0, and definitions following.
  case reference(body: Int, level: Int, description: String?)

  /// A node inside another.
  struct Part {
    let role: SchemaRole
    let plan: FittingPlan

    /// What is said before the description of its own.
    var description: String?
  }

  /// An object with these properties, all required.
  static func object(
    _ properties: [(name: String, plan: FittingPlan)], description: String? = nil
  ) -> FittingPlan {
    .made(
      .object, description: description,
      children: properties.map {
        Part(role: .property(name: $0.name, isOptional: false), plan: $0.plan)
      })
  }
}

/// A node of the declared graph that is being fitted.
struct FittingTask {
  /// The node in the declared graph.
  let node: SchemaGraph.Node

  /// Its place in the fitted graph.
  let slot: Int

  /// The level of recursion.
  let level: Int
}

/// A fitting of one node, whatever its place.
protocol NodeFitting: Sendable {
  /// What it is called.
  static var fitting: SchemaDiagnostic.Fitting { get }

  /// Whether a node needs it in a dialect.
  static func applies(to node: SchemaGraph.Node, in rules: DialectRules) -> Bool

  /// What the values of the node look like when it is fitted.
  static func shapes(of node: SchemaGraph.Node) -> [ValueShape]

  /// Fits the node.
  ///
  /// - Returns: What becomes of its values.
  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node
}

extension SchemaDiagnostic.Fitting {
  /// The fittings of single nodes, of which the first that applies is taken.
  static let ofNodes: [any NodeFitting.Type] = [
    DictionaryFitting.self, TupleFitting.self, AnyValueFitting.self, ChoicesFitting.self,
    NullFitting.self,
  ]
}
