public import SchemaEncoding
public import SchemaModel
public import SchemaPatterns

/// A part of a model's output, such as free text, thinking, a marker or a JSON value.
///
/// Parts are composed to a description of the whole output, from the first token after the prompt
/// to the end token. Parts don't depend on a vocabulary; a ``TokenPlan`` resolves them for one.
///
///     let answer = PlanPart.sequence([
///       .marker("<think>"),
///       .text(until: ["</think>"], role: .reasoning, limit: 200),
///       .literal("\n\n"),
///       .value(.jsonSchema(schema)),
///     ])
public struct PlanPart: Sendable {
  /// The part itself, which is the last node, and the parts in it.
  ///
  /// Children come before their parents.
  let nodes: [Node]

  struct Node: Sendable {
    enum Kind: Sendable {
      case literal([UInt8])
      case marker(String, isOneToken: Bool)
      /// An optional special token. If the vocabulary does not have it, the part is empty.
      case optionalToken(String)
      case tokens([Int])
      // A part has many nodes, and few of them are a text or a value.
      indirect case text(Text)
      indirect case value(Value, limit: Int?)
      case sequence
      case alternatives
      /// The first child is repeated. The second child, if there is one, is the separator.
      case repetition(minimum: Int, maximum: Int?)
      case role(Role)
      /// If `isStrict` is `false`, the vocabulary's end tokens also end the output, and names that
      /// the vocabulary does not have are ignored.
      case end([String], isStrict: Bool)
    }

    var kind: Kind
    /// The indices of the children in ``PlanPart/nodes``.
    ///
    /// The children of a text are the parts after its markers.
    var children: [Int] = []
    /// The constraints of a schema that the part does not enforce.
    var unenforced: [SchemaDiagnostic] = []
  }

  /// Free text and the ways in which it ends.
  struct Text: Sendable {
    /// The markers that end the text.
    ///
    /// Each marker is followed by the child of the node with the same index. If there are no
    /// children, each marker is followed by the part after the text.
    var markers: [String]
    var excluded: [String]
    var role: Role
    var limit: Int?
    /// Indicates whether the text can end without a marker.
    ///
    /// Then the plan continues with a token that has no bytes.
    var canEnd: Bool
    /// Indicates whether the parts after the markers are followed by more text.
    var repeats: Bool
  }

  /// The purpose of a part, as ``PlanEvent`` reports it.
  public enum Role: Sendable, Hashable {
    /// The model's thinking.
    case reasoning
    /// Text for the reader.
    case text
    /// A value that is the answer. It is usually JSON.
    case value
    /// A call of a tool, by the tool's name.
    case call(name: String)
    /// The identifier of the enclosing call.
    case callIdentifier
    /// The arguments of the enclosing call, as JSON.
    case arguments
    /// One argument of the enclosing call. If `isText` is `true`, the model writes the argument as
    /// text, otherwise as JSON.
    case parameter(name: String, isText: Bool)
  }

  /// A marker in free text and the part after it.
  public struct Branch: Sendable {
    let marker: String
    let part: PlanPart

    /// Creates a branch.
    ///
    /// - Parameters:
    ///   - marker: The marker's text, or the name of its special token.
    ///   - part: The part that must follow the marker.
    public init(marker: String, part: PlanPart) {
      self.marker = marker
      self.part = part
    }
  }

  /// The values of a part, in JSON or in another language.
  public struct Value: Sendable {
    enum Source: Sendable {
      case node(SchemaGraph.Node, SchemaGraph, includesStrings: Bool)
      case text(String)
      case document(GeneratedContent)
      case pattern(SchemaPattern)
      case choices([String])
      case automaton(LeafAutomaton)
      case grammar(TokenGrammar)
    }

    let source: Source

    /// The JSON values of a resolved schema.
    public static func schema(_ graph: SchemaGraph) -> Value {
      Value(source: .node(graph.root, graph, includesStrings: true))
    }

    /// The JSON values of a node, all or those that are not strings.
    static func node(
      _ node: NodeID, of graph: SchemaGraph, includesStrings: Bool
    ) -> Value {
      Value(source: .node(graph[node], graph, includesStrings: includesStrings))
    }

    /// The JSON values that a JSON Schema document accepts.
    public static func jsonSchema(_ document: String) -> Value { Value(source: .text(document)) }

    /// The JSON values that a parsed JSON Schema document accepts.
    public static func jsonSchema(_ document: GeneratedContent) -> Value {
      Value(source: .document(document))
    }

    /// The texts that match a pattern.
    public static func pattern(_ pattern: SchemaPattern) -> Value {
      Value(source: .pattern(pattern))
    }

    /// A list of texts, at least one.
    public static func choices(_ texts: [String]) -> Value { Value(source: .choices(texts)) }

    /// The plain texts of an automaton.
    static func automaton(_ automaton: LeafAutomaton) -> Value {
      Value(source: .automaton(automaton))
    }

    /// The texts of a grammar.
    ///
    /// The grammar must have the same vocabulary as the plan.
    public static func grammar(_ grammar: TokenGrammar) -> Value {
      Value(source: .grammar(grammar))
    }
  }

  private init(_ nodes: [Node]) { self.nodes = nodes }

  private init(_ kind: Node.Kind, _ parts: [PlanPart] = []) {
    var nodes: [Node] = []
    nodes.reserveCapacity(parts.reduce(1) { $0 + $1.nodes.count })
    var children: [Int] = []
    children.reserveCapacity(parts.count)
    for part in parts {
      let base = nodes.count
      for var node in part.nodes {
        if base > 0 { for index in node.children.indices { node.children[index] += base } }
        nodes.append(node)
      }
      children.append(nodes.count - 1)
    }
    nodes.append(Node(kind: kind, children: children))
    self.init(nodes)
  }

  // MARK: Parts

  /// A text that must follow, in any tokens; an empty text gives an empty part.
  public static func literal(_ text: String) -> PlanPart { PlanPart(.literal(Array(text.utf8))) }

  /// A marker that must follow.
  ///
  /// The vocabulary determines the form of the marker. If it has a special token with this name,
  /// the marker is this token. Otherwise, if it has a token with exactly this text, the marker is
  /// this token. Otherwise the marker is a literal, in any tokens.
  ///
  /// - Parameters:
  ///   - name: The marker's text, or the name of its special token.
  ///   - isOneToken: `true` if a marker with text must be the token with this text, if there is
  ///     one. With `false`, the marker may be in any tokens, including tokens that also contain
  ///     text of the next part.
  /// - Returns: The part.
  public static func marker(_ name: String, isOneToken: Bool = true) -> PlanPart {
    PlanPart(.marker(name, isOneToken: isOneToken))
  }

  /// One of some tokens, by their numbers; they may be special tokens.
  public static func token(in tokens: [Int]) -> PlanPart { PlanPart(.tokens(tokens)) }

  /// Free text up to a marker.
  ///
  /// The marker belongs to the part.
  ///
  /// Free text is UTF-8. It ends with the first complete marker. A marker that is a special token
  /// ends the text between two characters; the name of this token in the text does not.
  ///
  /// - Parameters:
  ///   - markers: The markers that end the text. If there are none, the text ends before an end
  ///     token or another special token of the plan.
  ///   - excluded: Markers that the text must not contain.
  ///   - role: The purpose of the text.
  ///   - limit: The largest number of tokens in the text, without the tokens of the marker; at
  ///     least 0, or `nil` for no limit. A token that is partly in the text is counted.
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

  /// Free text in which each marker must be followed by a part.
  ///
  /// - Parameters:
  ///   - branches: The markers and the parts that follow them. No marker may contain another.
  ///   - excluded: Markers that the text must not contain.
  ///   - role: The purpose of the text.
  ///   - limit: The largest number of tokens in each section of text; `nil` for no limit.
  ///   - requiresBranch: `true` if at least one marker must occur.
  ///   - repeats: `true` if the part of a marker is followed by more text. With `false`, the part
  ///     ends the text.
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
    // The text before the first marker cannot end without a marker. The text after it is a separate
    // node.
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
  ///   - role: The purpose of the value; `nil` if the value is not reported.
  ///   - limit: The largest number of tokens in the value; `nil` for no limit. The value is
  ///     complete within the limit.
  /// - Returns: The part.
  public static func value(_ value: Value, role: Role? = .value, limit: Int? = nil) -> PlanPart {
    let part = PlanPart(.value(value, limit: limit))
    return role.map { part.role($0) } ?? part
  }

  /// Several parts, one after the other.
  public static func sequence(_ parts: [PlanPart]) -> PlanPart { PlanPart(.sequence, parts) }

  /// One of several parts, at least one.
  ///
  /// Several parts may begin in the same way. If an output can be read as several parts up to its
  /// end, it is reported as the first of them.
  public static func one(of parts: [PlanPart]) -> PlanPart { PlanPart(.alternatives, parts) }

  /// A repeated part.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - minimum: The smallest number of repetitions, at least 0.
  ///   - maximum: The largest number of repetitions, at least `minimum`; `nil` for no limit.
  ///   - separator: The part between two repetitions; `nil` for none.
  /// - Returns: The part.
  public static func repeated(
    _ part: PlanPart, minimum: Int = 0, maximum: Int? = nil, separator: PlanPart? = nil
  ) -> PlanPart {
    PlanPart(
      .repetition(minimum: minimum, maximum: maximum), [part] + (separator.map { [$0] } ?? []))
  }

  /// An optional part.
  public static func optional(_ part: PlanPart) -> PlanPart {
    repeated(part, minimum: 0, maximum: 1)
  }

  /// The end of the output by particular end tokens.
  ///
  /// No part may follow the end. Without names of special tokens, and in a plan without this part,
  /// the vocabulary's end tokens end the output.
  public static func end(_ markers: [String] = []) -> PlanPart {
    PlanPart(.end(markers, isStrict: true))
  }

  /// The end of the output by one of the vocabulary's end tokens, or by one of some special tokens.
  ///
  /// Tokens that the vocabulary does not have are ignored.
  static func end(besides markers: [String]) -> PlanPart {
    PlanPart(.end(markers, isStrict: false))
  }

  /// An optional special token; if the vocabulary does not have it, the part is empty.
  static func optionalToken(_ name: String) -> PlanPart { PlanPart(.optionalToken(name)) }

  /// Returns the part with a list of constraints that it does not enforce.
  func listing(_ diagnostics: [SchemaDiagnostic]) -> PlanPart {
    var nodes = self.nodes
    nodes[nodes.count - 1].unenforced += diagnostics
    return PlanPart(nodes)
  }

  /// Returns the part with a purpose, under which it is reported.
  public func role(_ role: Role) -> PlanPart { PlanPart(.role(role), [self]) }
}
