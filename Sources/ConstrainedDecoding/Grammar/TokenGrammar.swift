public import SchemaEncoding
import SchemaPatterns
import SchemaText

/// The texts of a type's values, as sequences of a model's tokens.
///
/// Create a grammar once and share it between threads. Create a ``TokenMatcher`` for each answer.
///
///     let grammar = try TokenGrammar(Recipe.self, vocabulary: vocabulary)
///     for diagnostic in grammar.unenforced { print(diagnostic) }
///     var matcher = TokenMatcher(grammar)
///
/// A text belongs to the grammar if it is JSON that the schema accepts, in one canonical form.
/// White space occurs only where ``Options`` allow it. Properties come in the order of the schema
/// and are followed by undeclared properties, unless ``Options`` allow any order. Only U+007F and
/// the characters that JSON requires to be escaped are escaped, with lowercase digits. Integers are
/// digits with an optional sign. Numbers with bounds or a multiple have no exponent, and their zero
/// has no sign; the exponents of other numbers are bounded. ``unenforced`` lists the constraints
/// that the grammar does not enforce.
public struct TokenGrammar: Sendable {
  /// The plan of outputs that consist of one of the texts.
  package let plan: TokenPlan

  /// The grammar of the plan's only value.
  let tables: GrammarTables

  /// The vocabulary for which the grammar was made.
  public var vocabulary: Vocabulary { plan.vocabulary }

  /// The code of a diagnostic of a constraint that masks do not enforce.
  package static let notEnforcedCode = "mask.not-enforced"

  /// The constraints of the schema that masks do not enforce.
  ///
  /// Check them in the answer.
  public var unenforced: [SchemaDiagnostic] { plan.unenforced }

  /// Makes the grammar of a type's values.
  ///
  /// - Throws: `SchemaError` if the schema has a fault, has no finite value, or exceeds a limit.
  public init(
    _ type: any Generable.Type, vocabulary: Vocabulary, options: Options = Options()
  ) throws {
    try self.init(SchemaGraph(type), vocabulary: vocabulary, options: options)
  }

  /// Makes the grammar of a schema's values.
  ///
  /// - Throws: `SchemaError` if the schema has a fault, has no finite value, or exceeds a limit.
  public init(
    _ schema: GenerationSchema, vocabulary: Vocabulary, options: Options = Options()
  ) throws {
    try self.init(SchemaGraph(schema), vocabulary: vocabulary, options: options)
  }

  /// Makes the grammar of a resolved schema's values.
  ///
  /// - Throws: `SchemaError` if the schema has no finite value, or exceeds a limit.
  public init(
    _ graph: SchemaGraph, vocabulary: Vocabulary, options: Options = Options()
  ) throws {
    try self.init(of: graph.root, in: graph, vocabulary: vocabulary, options: options)
  }

  /// Makes the grammar of the values of one node of a graph, all or those that are not strings.
  ///
  /// `losses`: The constraints that the schema lost; they are the first unenforced constraints.
  init(
    of node: SchemaGraph.Node, in graph: SchemaGraph, includesStrings: Bool = true,
    vocabulary: Vocabulary, options: Options, losses: [SchemaDiagnostic] = []
  ) throws {
    var compiler = GrammarCompiler(graph, options, vocabulary.tables)
    let root =
      includesStrings ? try compiler.compile(node) : try compiler.compileWithoutStrings(node)
    let layout = try GrammarLayout(
      compiler.draft, compiler.leaves, root: root, options,
      singleBytes: vocabulary.tables.singleBytes)
    self.init(layout, vocabulary, unenforced: losses + compiler.unenforced)
  }

  /// Makes the grammar of plain texts that match a pattern.
  ///
  /// The text is not JSON. As in JSON Schema, the pattern can match any part of the text, unless
  /// the pattern is anchored.
  ///
  /// - Throws: `SchemaError` if the pattern has lookarounds or references, matches nothing, or
  ///   needs too many states.
  public init(pattern: SchemaPattern, vocabulary: Vocabulary) throws {
    guard let automaton = pattern.scalarAutomaton() else {
      throw SchemaError.unsupported(
        feature: "pattern",
        context: .init(
          path: SchemaPath(),
          problem: "The pattern has lookarounds or references, or is too large.",
          remedy: "Write the pattern without them, or make it shorter."))
    }
    try self.init(
      leaf: { () throws(LeafAutomaton.TooLarge) in
        try LeafAutomaton(TextMachine([automaton]), .plain)
      }, vocabulary: vocabulary)
  }

  /// Makes the grammar of some plain texts, which are not JSON.
  ///
  /// - Throws: `SchemaError` if there are no choices, or too many.
  public init(choices: [String], vocabulary: Vocabulary) throws {
    let texts = choices.map { Array($0.utf8) }
    try self.init(
      leaf: { () throws(LeafAutomaton.TooLarge) in try LeafAutomaton(literals: texts) },
      vocabulary: vocabulary)
  }

  private init(
    leaf makeLeaf: () throws(LeafAutomaton.TooLarge) -> LeafAutomaton, vocabulary: Vocabulary
  ) throws {
    let leaf: LeafAutomaton
    do throws(LeafAutomaton.TooLarge) {
      leaf = try makeLeaf()
    } catch {
      throw SchemaError.limitExceeded(
        limit: "states of a text", value: LeafAutomaton.maximumStates + 1,
        maximum: LeafAutomaton.maximumStates,
        context: .init(
          path: SchemaPath(),
          problem:
            "The text needs an automaton of more than \(LeafAutomaton.maximumStates) states.",
          remedy: "Simplify the pattern, or use fewer choices."))
    }
    try self.init(leaf, vocabulary: vocabulary)
  }

  /// Makes the grammar of the plain texts of an automaton.
  ///
  /// - Throws: `SchemaError` if the automaton has no text.
  init(_ leaf: LeafAutomaton, vocabulary: Vocabulary) throws {
    guard !leaf.isEmpty else {
      throw SchemaError.contradictoryGuides(
        schema: "text",
        context: .init(
          path: SchemaPath(), problem: "No text is allowed.",
          remedy: "Use a pattern that matches some text, or at least one choice."))
    }
    let layout = GrammarLayout(leaf, singleBytes: vocabulary.tables.singleBytes)
    self.init(layout, vocabulary, unenforced: [])
  }

  private init(
    _ layout: GrammarLayout, _ vocabulary: Vocabulary, unenforced: [SchemaDiagnostic]
  ) {
    tables = GrammarTables(layout, vocabulary: vocabulary.tables)
    plan = TokenPlan(tables, vocabulary, unenforced: unenforced)
  }

  /// Creates the grammar of a plan's outputs; `nil` if they are not one value without a limit.
  init?(_ plan: TokenPlan) {
    guard let tables = plan.tables.grammar else { return nil }
    self.plan = plan
    self.tables = tables
  }

  /// The memory of the grammar without the vocabulary, in bytes.
  public var memoryFootprint: Int { plan.memoryFootprint }
}
