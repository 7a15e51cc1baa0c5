public import SchemaEncoding

/// All outputs that a model may write, as one automaton over the tokens of a vocabulary.
///
/// A plan describes the output from the first token after the prompt to the end token: free text,
/// thinking, markers, calls of tools and values of a schema. A token whose bytes belong to two
/// parts is allowed if and only if its bytes fit both. Create a plan once and share it between
/// threads. Create a ``PlanMatcher`` for each output.
///
///     let plan = try TokenPlan(
///       .sequence([
///         .text(until: ["</think>"], role: .reasoning, limit: 200),
///         .value(.choices(["yes", "no"])),
///       ]), vocabulary: vocabulary)
///     var matcher = PlanMatcher(plan)
///
/// Values and free text never contain special tokens. Only the markers of the plan can be special
/// tokens.
public struct TokenPlan: Sendable {
  let tables: PlanTables

  /// The vocabulary for which the plan was made.
  public var vocabulary: Vocabulary { tables.vocabulary }

  /// The constraints in the schemas of the plan's values that masks do not enforce.
  ///
  /// Check them in the output.
  public var unenforced: [SchemaDiagnostic] { tables.unenforced }

  /// Makes a plan for a vocabulary.
  ///
  /// - Parameters:
  ///   - part: The whole output.
  ///   - vocabulary: The tokens.
  ///   - options: The options for the text of JSON values. Most models write one space after commas
  ///     and colons.
  /// - Throws: ``PlanError`` if the plan cannot be made; `SchemaError` or `SchemaImportError` if
  ///   a value's schema cannot be used.
  public init(
    _ part: PlanPart, vocabulary: Vocabulary,
    options: TokenGrammar.Options = TokenGrammar.Options(whitespace: .spaced)
  ) throws {
    let draft = PlanDraft(part, vocabulary) {
      try Self.grammar(of: $0.source, vocabulary, options)
    }
    tables = try draft.compile()
  }

  private static func grammar(
    of source: PlanPart.Value.Source, _ vocabulary: Vocabulary, _ options: TokenGrammar.Options
  ) throws -> TokenGrammar {
    switch source {
    case .node(let node, let graph, let includesStrings):
      return try TokenGrammar(
        of: node, in: graph, includesStrings: includesStrings, vocabulary: vocabulary,
        options: options)
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

  /// Creates the plan of outputs that consist of one value of a grammar.
  init(_ grammar: GrammarTables, _ vocabulary: Vocabulary, unenforced: [SchemaDiagnostic]) {
    tables = PlanTables(grammar, vocabulary, unenforced: unenforced)
  }

  /// The smallest number of tokens of a whole output, without end tokens.
  var minimumTokenCount: Int {
    tables.distances[tables.start].finite.map { Int(clamping: $0) } ?? .max
  }

  /// The memory of the plan without the vocabulary, in bytes.
  var memoryFootprint: Int {
    var leaves: Set<ObjectIdentifier> = []
    return tables.layout.grammars.reduce(tables.byteCount) {
      $0 + $1.tables.byteCount(countedLeaves: &leaves)
    }
  }
}
