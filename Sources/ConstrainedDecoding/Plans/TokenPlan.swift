public import SchemaEncoding

/// Everything that a model may write, as one machine over a vocabulary's tokens.
///
/// A plan goes from the first token behind the prompt to the end token: free text, thinking,
/// markers, calls of tools and values by a schema. A token that lies in two parts at once is
/// allowed if and only if its bytes fit both. A plan is made once and shared by all threads; each
/// output gets a ``PlanMatcher``.
///
///     let plan = try TokenPlan(
///       .sequence([
///         .text(until: ["</think>"], role: .reasoning, limit: 200),
///         .value(.choices(["yes", "no"])),
///       ]), vocabulary: vocabulary)
///     var matcher = PlanMatcher(plan)
///
/// Values never contain special tokens, and neither does text, except for the markers of the plan.
public struct TokenPlan: Sendable {
  let tables: PlanTables

  /// The vocabulary for which the plan was made.
  public let vocabulary: Vocabulary

  /// The constraints in the schemas of the plan's values that masks do not enforce.
  public let unenforced: [SchemaDiagnostic]

  /// Makes a plan for a vocabulary.
  ///
  /// - Parameters:
  ///   - part: The whole output.
  ///   - vocabulary: The tokens.
  ///   - options: How JSON values are written. Most models write one space behind commas and
  ///     colons.
  /// - Throws: ``PlanError`` if the plan cannot be made; `SchemaError` or `SchemaImportError` if
  ///   a value's schema cannot be used.
  public init(
    _ part: PlanPart, vocabulary: Vocabulary,
    options: TokenGrammar.Options = TokenGrammar.Options(whitespace: .spaced)
  ) throws {
    // The schema of a tool's arguments occurs several times, and is compiled once.
    var nodes: [GraphPlace: TokenGrammar] = [:]
    let draft = PlanDraft(part, vocabulary.tables) { value in
      switch value.source {
      case .node(let node, let graph):
        let place = GraphPlace(graph: ObjectIdentifier(graph.storage), node: node.id)
        if let known = nodes[place] { return known }
        let grammar = try TokenGrammar(
          of: node, in: graph, vocabulary: vocabulary, options: options)
        nodes[place] = grammar
        return grammar
      case .text(let text):
        return try TokenGrammar(jsonSchema: text, vocabulary: vocabulary, options: options)
      case .document(let content):
        return try TokenGrammar(jsonSchema: content, vocabulary: vocabulary, options: options)
      case .pattern(let pattern):
        return try TokenGrammar(pattern: pattern, vocabulary: vocabulary)
      case .choices(let texts): return try TokenGrammar(choices: texts, vocabulary: vocabulary)
      case .automaton(let automaton): return try TokenGrammar(automaton, vocabulary: vocabulary)
      case .grammar(let grammar): return grammar
      }
    }
    tables = try draft.compile()
    // A tool's arguments occur several times in a plan.
    var listed: Set<SchemaDiagnostic> = []
    unenforced =
      part.nodes.flatMap(\.unenforced).filter { listed.insert($0).inserted }
      + tables.layout.grammars.flatMap(\.grammar.unenforced)
    self.vocabulary = vocabulary
  }

  /// The node of a graph whose values a grammar has.
  private struct GraphPlace: Hashable {
    let graph: ObjectIdentifier
    let node: NodeID
  }

  /// The fewest tokens of a whole output, end tokens not counted.
  public var minimumTokenCount: Int { Int(clamping: tables.distances[tables.start]) }

  /// The memory that the plan takes, in bytes, without the vocabulary.
  public var memoryFootprint: Int {
    tables.byteCount + tables.layout.grammars.reduce(0) { $0 + $1.grammar.memoryFootprint }
  }
}
