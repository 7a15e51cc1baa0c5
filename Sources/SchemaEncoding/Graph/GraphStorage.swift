import SchemaGuides
import SchemaModel

/// The contents of a resolved schema, in flat arrays: no part is owned by another, so that neither
/// making nor freeing one needs a stack in proportion to its depth.
final class GraphStorage: Sendable {
  let nodes: FlatList<NodeRecord>
  let properties: FlatList<PropertyRecord>
  let choices: FlatList<Int32>

  /// The guides of the nodes that have some, and under the same numbers, how they are written.
  let guides: [GuideRecord]
  let constraints: FlatList<ConstraintRecord>
  let definitions: FlatList<DefinitionRecord>
  let registry: DefinitionRegistry
  let text: EncodedBytes

  /// Whether some reference leads back to where it may have come from; without one there is no cycle.
  let mayRecurse: Bool

  /// What was written from this graph last.
  let memory = DocumentMemory()

  init(
    nodes: consuming FlatList<NodeRecord>, properties: consuming FlatList<PropertyRecord>,
    choices: consuming FlatList<Int32>, guides: [GuideRecord],
    constraints: consuming FlatList<ConstraintRecord>,
    definitions: consuming FlatList<DefinitionRecord>, registry: DefinitionRegistry,
    text: EncodedBytes, mayRecurse: Bool
  ) {
    self.nodes = nodes
    self.properties = properties
    self.choices = choices
    self.guides = guides
    self.constraints = constraints
    self.definitions = definitions
    self.registry = registry
    self.text = text
    self.mayRecurse = mayRecurse
  }

  /// A string that stands in the arena, without quotes and escapes.
  func string(_ span: TextSpan) -> String { span.string(in: text.buffer) }
}

/// A node of a resolved schema.
struct NodeRecord: Sendable, BitwiseCopyable {
  var kind: NodeKind
  var isTitled = false
  var description = TextSpan.none
  var title = TextSpan.none

  /// The index of its constraints, or -1.
  var constraints: Int32 = -1

  /// Where its children begin: a node for `array`, properties for `object`, choices for `anyOf`;
  /// the definition for `definitionReference`.
  var first: Int32 = 0
  var count: Int32 = 0

  /// The node that contains this one, or `-1 - d` for the body of definition d, or `Int32.min` for
  /// the root.
  var parent: Int32

  /// Which of the parent's children this is.
  var position: Int32
}

enum NodeKind: UInt8, Sendable {
  case string
  case integer
  case number
  case boolean
  case null
  case any
  case array
  case object
  case anyOf
  case rootReference
  case definitionReference
}

struct PropertyRecord: Sendable, BitwiseCopyable {
  var name: TextSpan
  var node: Int32
  var isOptional: Bool
}

/// The guides of a node as they were declared: those of its type, and those of its place.
struct GuideRecord: Sendable {
  let own: [GuideValue]
  let place: [GuideValue]

  /// What all of them demand of the value itself.
  var constraints: GuideConstraints {
    var constraints = GuideConstraints()
    for guide in own where guide.depth == 0 { constraints.formIntersection(guide.constraint) }
    for guide in place where guide.depth == 0 { constraints.formIntersection(guide.constraint) }
    return constraints
  }
}

/// Constraints in the texts in which they are written.
struct ConstraintRecord: Sendable, BitwiseCopyable {
  var choices = TextSpan.none
  var pattern = TextSpan.none
  var format = TextSpan.none
  var minimum = TextSpan.none
  var maximum = TextSpan.none

  /// Lengths and counts, 0 where they are not stated.
  private var minimumLength = 0
  private var maximumLength = 0
  private var minimumCount = 0
  private var maximumCount = 0

  /// Both bits of each constraint that is stated, by the number of the constraint.
  private(set) var stated: UInt32 = 0

  /// Whether no keyword is stated twice.
  var isSingle = true

  mutating func state(_ constraint: DialectRules.Constraint) {
    stated |= 3 << (UInt32(constraint.rawValue) * 2)
  }

  /// Notes a length or a count.
  mutating func state(_ constraint: DialectRules.Constraint, _ value: Int?) {
    guard let value else { return }
    state(constraint)
    switch constraint {
    case .minimumLength: minimumLength = value
    case .maximumLength: maximumLength = value
    case .minimumCount: minimumCount = value
    case .maximumCount: maximumCount = value
    default: break
    }
  }

  /// A length or a count, if it is stated.
  func value(of constraint: DialectRules.Constraint) -> Int? {
    guard stated >> (UInt32(constraint.rawValue) * 2) & 3 != 0 else { return nil }
    return switch constraint {
    case .minimumLength: minimumLength
    case .maximumLength: maximumLength
    case .minimumCount: minimumCount
    case .maximumCount: maximumCount
    default: nil
    }
  }
}

struct DefinitionRecord: Sendable, BitwiseCopyable {
  /// The number that the builder gave to its schema.
  var record: Int32

  /// The node that is its body.
  var node: Int32

  /// The node that referred to it first.
  var firstReference: Int32
  var title: TextSpan

  /// Its name and a reference to it, both as JSON strings.
  var name = TextSpan.none
  var pointer = TextSpan.none
}
