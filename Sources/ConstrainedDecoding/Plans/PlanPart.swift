public import SchemaEncoding
public import SchemaModel
public import SchemaPatterns

/// A part of what a model writes, such as free text, thinking, a marker or a JSON value.
///
/// Parts are composed to a description of the whole output, from the first token behind the prompt
/// to the end token. They know no vocabulary: a ``TokenPlan`` resolves them for one.
///
///     let answer = PlanPart.sequence([
///       .marker("<think>"),
///       .text(until: ["</think>"], role: .reasoning, limit: 200),
///       .literal("\n\n"),
///       .value(.jsonSchema(schema)),
///     ])
public struct PlanPart: Sendable {
  /// The part itself, which is the last, and the parts in it.
  ///
  /// Children come before their parents.
  let nodes: [Node]

  struct Node: Sendable {
    enum Kind: Sendable {
      case literal([UInt8])
      case marker(String, isOneToken: Bool)
      /// A special token or nothing; nothing where the vocabulary does not have it.
      case optionalToken(String)
      case tokens([Int])
      case text(Text)
      case value(Value, limit: Int?)
      case sequence
      case alternatives
      /// The first child is the part; the second one, if there is one, stands between two.
      case repetition(minimum: Int, maximum: Int?)
      case role(Role)
      /// If it is not strict, the vocabulary's end tokens end the output, too, and names that the
      /// vocabulary does not have are left out.
      case end([String], isStrict: Bool)
    }

    var kind: Kind
    /// Indices in ``PlanPart/nodes``; of a text, the parts behind its markers.
    var children: [Int] = []
    /// The constraints of a schema that the part does not hold a text to.
    var unenforced: [SchemaDiagnostic] = []
  }

  /// Free text and how it ends.
  struct Text: Sendable {
    /// The markers that end the text.
    ///
    /// Children of the node follow them one by one. If there are no children, what follows the text
    /// follows each of them.
    var markers: [String]
    var excluded: [String]
    var role: Role
    var limit: Int?
    /// Indicates whether the text can end without a marker, where the plan goes on without bytes.
    var canEnd: Bool
    /// Indicates whether text follows the parts behind the markers again.
    var repeats: Bool
  }

  /// The purpose of a part, as ``PlanEvent`` reports it.
  public enum Role: Sendable, Hashable {
    /// The model's thinking.
    case reasoning
    /// Text for the reader.
    case text
    /// A value, most often JSON, that is the answer.
    case value
    /// A call of a tool, by the tool's name.
    case call(name: String)
    /// The identifier of the call that the part is in.
    case callIdentifier
    /// The arguments of the call that the part is in, as JSON.
    case arguments
    /// One argument of the call that the part is in. If `isText`, what the model writes is the
    /// argument's text, otherwise its JSON.
    case parameter(name: String, isText: Bool)
  }

  /// A marker in free text and the part behind it.
  public struct Branch: Sendable {
    /// The marker's text, or the name of its special token.
    public var marker: String
    /// The part after the marker.
    public var part: PlanPart

    /// Creates a branch.
    ///
    /// - Parameters:
    ///   - marker: The marker's text, or the name of its special token.
    ///   - part: What has to follow the marker.
    public init(marker: String, part: PlanPart) {
      self.marker = marker
      self.part = part
    }
  }

  /// The values that a part of JSON, or of another language, may be.
  public struct Value: Sendable {
    enum Source: Sendable {
      case node(SchemaGraph.Node, SchemaGraph)
      case text(String)
      case document(GeneratedContent)
      case pattern(SchemaPattern)
      case choices([String])
      case automaton(LeafAutomaton)
      case grammar(TokenGrammar)
    }

    let source: Source

    /// The JSON values of a resolved schema.
    ///
    /// - Parameter graph: The schema.
    /// - Returns: The values.
    public static func schema(_ graph: SchemaGraph) -> Value {
      Value(source: .node(graph.root, graph))
    }

    /// The JSON values of one node of a graph.
    static func node(_ node: NodeID, of graph: SchemaGraph) -> Value {
      Value(source: .node(graph[node], graph))
    }

    /// The JSON values that a JSON Schema document accepts.
    ///
    /// - Parameter document: The text of the document.
    /// - Returns: The values.
    public static func jsonSchema(_ document: String) -> Value { Value(source: .text(document)) }

    /// The JSON values that a parsed JSON Schema document accepts.
    ///
    /// - Parameter document: The document.
    /// - Returns: The values.
    public static func jsonSchema(_ document: GeneratedContent) -> Value {
      Value(source: .document(document))
    }

    /// The texts in which a pattern matches.
    ///
    /// - Parameter pattern: The pattern.
    /// - Returns: The values.
    public static func pattern(_ pattern: SchemaPattern) -> Value {
      Value(source: .pattern(pattern))
    }

    /// Some texts.
    ///
    /// - Parameter texts: The texts, at least one.
    /// - Returns: The values.
    public static func choices(_ texts: [String]) -> Value { Value(source: .choices(texts)) }

    /// The plain texts of an automaton.
    static func automaton(_ automaton: LeafAutomaton) -> Value {
      Value(source: .automaton(automaton))
    }

    /// The texts of a grammar of the vocabulary for which the plan is made.
    ///
    /// - Parameter grammar: The grammar.
    /// - Returns: The values.
    public static func grammar(_ grammar: TokenGrammar) -> Value {
      Value(source: .grammar(grammar))
    }
  }

  private init(_ nodes: [Node]) { self.nodes = nodes }

  private init(_ kind: Node.Kind, _ parts: [PlanPart] = []) {
    var nodes: [Node] = []
    var children: [Int] = []
    for part in parts {
      let base = nodes.count
      for var node in part.nodes {
        for index in node.children.indices { node.children[index] += base }
        nodes.append(node)
      }
      children.append(nodes.count - 1)
    }
    nodes.append(Node(kind: kind, children: children))
    self.init(nodes)
  }

  // MARK: Parts

  /// A text that has to follow, in any tokens.
  ///
  /// - Parameter text: The text; an empty one stands for nothing.
  /// - Returns: The part.
  public static func literal(_ text: String) -> PlanPart { PlanPart(.literal(Array(text.utf8))) }

  /// A marker that has to follow.
  ///
  /// The vocabulary decides how it is written: by the special token of this name; otherwise by the
  /// one token with exactly this text; otherwise as a literal, in any tokens.
  ///
  /// - Parameters:
  ///   - name: The marker's text, or the name of its special token.
  ///   - isOneToken: Whether a marker with text has to be the one token with this text, if there is
  ///     one. If not, it may be in any tokens, also in such that go on with what follows.
  /// - Returns: The part.
  public static func marker(_ name: String, isOneToken: Bool = true) -> PlanPart {
    PlanPart(.marker(name, isOneToken: isOneToken))
  }

  /// One token out of some.
  ///
  /// - Parameter tokens: The numbers of the tokens, at least one. They may be special ones.
  /// - Returns: The part.
  public static func token(in tokens: [Int]) -> PlanPart { PlanPart(.tokens(tokens)) }

  /// Free text up to a marker, which belongs to the part.
  ///
  /// Text is UTF-8. It ends with the first marker that is complete. A marker that is a special
  /// token ends it between two characters; its name spelled out in text does not.
  ///
  /// - Parameters:
  ///   - markers: The markers that end the text. If there are none, the text ends where the plan
  ///     goes on with an end token or with a special one.
  ///   - excluded: Markers that the text must not contain.
  ///   - role: What the text is for.
  ///   - limit: The most tokens of the text, from 0 on, those of the marker not counted; `nil` for
  ///     no limit. A token that is only in part in the text counts.
  /// - Returns: The part.
  public static func text(
    until markers: [String] = [], excluding excluded: [String] = [], role: Role = .text,
    limit: Int? = nil
  ) -> PlanPart {
    PlanPart(
      .text(
        Text(
          markers: markers, excluded: excluded, role: role, limit: limit,
          canEnd: markers.isEmpty, repeats: false)))
  }

  /// Free text in which each marker has to be followed by the part that belongs to it.
  ///
  /// - Parameters:
  ///   - branches: The markers and the parts behind them. No marker may contain another.
  ///   - excluded: Markers that the text must not contain.
  ///   - role: What the text is for.
  ///   - limit: The most tokens of each stretch of text; `nil` for no limit.
  ///   - requiresBranch: Whether at least one marker has to come.
  ///   - repeats: Whether text follows behind the part of a marker. If not, the part is the last
  ///     one.
  /// - Returns: The part.
  public static func text(
    branches: [Branch], excluding excluded: [String] = [], role: Role = .text, limit: Int? = nil,
    requiresBranch: Bool = false, repeats: Bool = true
  ) -> PlanPart {
    let markers = branches.map(\.marker)
    let text = Text(
      markers: markers, excluded: excluded, role: role, limit: limit, canEnd: true,
      repeats: repeats)
    guard requiresBranch, !branches.isEmpty else {
      return PlanPart(.text(text), branches.map(\.part))
    }
    // The text in front of the first marker cannot end; that behind it is a text of its own.
    var first = text
    first.canEnd = false
    first.repeats = false
    let start = PlanPart(.text(first), branches.map(\.part))
    return repeats ? .sequence([start, PlanPart(.text(text), branches.map(\.part))]) : start
  }

  /// A value by a schema, a pattern or choices.
  ///
  /// - Parameters:
  ///   - value: The values that are allowed.
  ///   - role: What the value is for; `nil` if it is not reported.
  ///   - limit: The most tokens of the value; `nil` for no limit. The value is complete within it.
  /// - Returns: The part.
  public static func value(_ value: Value, role: Role? = .value, limit: Int? = nil) -> PlanPart {
    let part = PlanPart(.value(value, limit: limit))
    return role.map { part.role($0) } ?? part
  }

  /// Parts one after the other.
  ///
  /// - Parameter parts: The parts; none stand for nothing.
  /// - Returns: The part.
  public static func sequence(_ parts: [PlanPart]) -> PlanPart { PlanPart(.sequence, parts) }

  /// One of several parts.
  ///
  /// Parts may begin alike. If an output can be read as several of them to the end, it is reported
  /// as the first of these.
  ///
  /// - Parameter parts: The parts, at least one.
  /// - Returns: The part.
  public static func one(of parts: [PlanPart]) -> PlanPart { PlanPart(.alternatives, parts) }

  /// A part several times.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - minimum: The fewest times, from 0 on.
  ///   - maximum: The most times, at least `minimum`; `nil` for no limit.
  ///   - separator: What comes between two; `nil` for nothing.
  /// - Returns: The part.
  public static func repeated(
    _ part: PlanPart, minimum: Int = 0, maximum: Int? = nil, separator: PlanPart? = nil
  ) -> PlanPart {
    PlanPart(
      .repetition(minimum: minimum, maximum: maximum), [part] + (separator.map { [$0] } ?? []))
  }

  /// A part or nothing.
  ///
  /// - Parameter part: The part.
  /// - Returns: The part.
  public static func optional(_ part: PlanPart) -> PlanPart {
    repeated(part, minimum: 0, maximum: 1)
  }

  /// The end of the output by particular end tokens.
  ///
  /// Nothing follows it. A plan that ends without this part ends by the vocabulary's end tokens.
  ///
  /// - Parameter markers: The names of the special tokens that end the output here; if there are
  ///   none, the vocabulary's end tokens do.
  /// - Returns: The part.
  public static func end(_ markers: [String] = []) -> PlanPart {
    PlanPart(.end(markers, isStrict: true))
  }

  /// The end of the output by the vocabulary's end tokens, or by one of some special tokens that
  /// the vocabulary has.
  static func end(besides markers: [String]) -> PlanPart {
    PlanPart(.end(markers, isStrict: false))
  }

  /// A special token or nothing; nothing where the vocabulary does not have it.
  static func optionalToken(_ name: String) -> PlanPart { PlanPart(.optionalToken(name)) }

  /// The part with constraints that it does not hold a text to.
  func listing(_ diagnostics: [SchemaDiagnostic]) -> PlanPart {
    var nodes = self.nodes
    nodes[nodes.count - 1].unenforced += diagnostics
    return PlanPart(nodes)
  }

  /// The part with a purpose, by which it is reported.
  ///
  /// - Parameter role: The purpose.
  /// - Returns: The part.
  public func role(_ role: Role) -> PlanPart { PlanPart(.role(role), [self]) }
}
