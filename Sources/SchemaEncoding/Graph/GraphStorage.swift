import SchemaGuides
import SchemaModel

/// The contents of a resolved schema, in flat arrays: no part is owned by another, so that neither
/// making nor freeing one needs a stack in proportion to its depth.
final class GraphStorage: Sendable {
  let nodes: FlatList<NodeRecord>
  let properties: FlatList<PropertyRecord>
  let choices: FlatList<Int32>

  /// The guides of the nodes that have some, and under the same numbers, how they are written.
  let guides: FlatList<GuideRecord>
  let constraints: FlatList<ConstraintRecord>
  let definitions: FlatList<DefinitionRecord>
  let text: EncodedBytes

  /// Whether some reference leads back to where it may have come from; without one there is no cycle.
  let mayRecurse: Bool

  /// What was written from this graph last.
  let memory = DocumentMemory()

  init(
    nodes: consuming FlatList<NodeRecord>, properties: consuming FlatList<PropertyRecord>,
    choices: consuming FlatList<Int32>, guides: consuming FlatList<GuideRecord>,
    constraints: consuming FlatList<ConstraintRecord>,
    definitions: consuming FlatList<DefinitionRecord>,
    text: EncodedBytes, mayRecurse: Bool
  ) {
    nodes.trim()
    properties.trim()
    choices.trim()
    guides.trim()
    constraints.trim()
    definitions.trim()
    self.nodes = nodes
    self.properties = properties
    self.choices = choices
    self.guides = guides
    self.constraints = constraints
    self.definitions = definitions
    self.text = text
    self.mayRecurse = mayRecurse
  }

  /// Whether some reference leads to the root.
  var refersToRoot: Bool {
    guard mayRecurse else { return false }
    for index in 0..<nodes.count where nodes[index].kind == .rootReference { return true }
    return false
  }

  /// A string that stands in the arena, without quotes and escapes.
  func string(_ span: TextSpan) -> String { span.string(in: text.buffer) }
}

/// A node of a resolved schema.
struct NodeRecord: Sendable, BitwiseCopyable {
  var kind: NodeKind
  var isTitled = false

  /// Whether an object has, behind its named properties, one more record for all others.
  var hasAdditional = false

  /// How many records there are behind those, of an object's properties that match patterns.
  var patternCount: Int32 = 0
  var description = TextSpan.none
  var title = TextSpan.none

  /// The index of its constraints, or -1.
  var constraints: Int32 = -1

  /// Where its children begin: a node for `array`, properties for `object`, choices for `tuple` and
  /// `anyOf`; the definition for `definitionReference`.
  var first: Int32 = 0
  var count: Int32 = 0

  /// The node that contains this one, or `-1 - d` for the body of definition d, or `Int32.min` for
  /// the root.
  var parent: Int32

  /// Which of the parent's children this is.
  var position: Int32
}

extension NodeRecord {
  /// How many children there are.
  @inline(__always)
  var childCount: Int { Int(count) + extraCount }

  /// How many children an object has besides its named properties; they are visited first.
  @inline(__always)
  var extraCount: Int { (hasAdditional ? 1 : 0) + Int(patternCount) }

  /// Which record, counted from the first, belongs to the child that is visited at a position.
  @inline(__always)
  func record(atVisit position: Int) -> Int {
    position < extraCount ? Int(count) + position : position - extraCount
  }
}

enum NodeKind: UInt8, Sendable {
  case string
  case integer
  case number
  case boolean
  case null
  case any
  case array
  case tuple
  case object
  case anyOf
  /// No value: the node of a property that an object must not have.
  case never
  case rootReference
  case definitionReference
}

extension NodeKind {
  /// The kind of a built-in type that nothing more is said of, known without asking the type.
  @inline(__always)
  init?(builtIn type: any Any.Type) {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): self = .string
    case ObjectIdentifier(Int.self): self = .integer
    case ObjectIdentifier(Double.self): self = .number
    case ObjectIdentifier(Bool.self): self = .boolean
    default: return nil
    }
  }

  /// The same, as schemas say it, of the kind of a plain value.
  var plainKind: GenerationSchema.Kind {
    switch self {
    case .string: .string
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    case .null: .null
    default: .any
    }
  }
}

struct PropertyRecord: Sendable, BitwiseCopyable {
  var name: TextSpan
  var node: Int32
  var isOptional: Bool
}

/// The guides of a node as they were declared: those of its type, and those of its place.
struct GuideRecord: Sendable {
  let own: GuideList
  let place: GuideList
  let kind: GuideConstraints.ValueKind

  /// What all of them demand of the value itself, in the form in which it is written.
  var constraints: GuideConstraints { merged.resolved(for: kind) }

  /// What all of them demand, as declared.
  var merged: GuideConstraints {
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

  /// The ends of a range; `stated` tells which of them are exclusive.
  var minimum = TextSpan.none
  var maximum = TextSpan.none
  var multiple = TextSpan.none

  /// Lengths and counts, 0 where they are not stated; objects count properties, arrays elements.
  private var minimumLength = 0
  private var maximumLength = 0
  private var minimumCount = 0
  private var maximumCount = 0

  /// Both bits of each constraint that is stated, by the number of the constraint.
  private(set) var stated: UInt64 = 0

  /// Whether no keyword is stated twice.
  var isSingle = true

  /// Whether the list of choices has one element.
  var hasOneChoice = false

  /// Whether a pattern, a format or a length is stated.
  var statesString: Bool {
    !pattern.isNone || !format.isNone || value(of: .minimumLength) != nil
      || value(of: .maximumLength) != nil
  }

  mutating func state(_ constraint: DialectRules.Constraint) {
    stated |= 3 << (UInt64(constraint.rawValue) * 2)
  }

  /// Notes a length or a count.
  mutating func state(_ constraint: DialectRules.Constraint, _ value: Int?) {
    guard let value else { return }
    state(constraint)
    switch constraint {
    case .minimumLength: minimumLength = value
    case .maximumLength: maximumLength = value
    case .minimumCount, .minimumPropertyCount: minimumCount = value
    case .maximumCount, .maximumPropertyCount: maximumCount = value
    default: break
    }
  }

  /// Whether a constraint is stated.
  func states(_ constraint: DialectRules.Constraint) -> Bool {
    stated >> (UInt64(constraint.rawValue) * 2) & 3 != 0
  }

  /// A length or a count, if it is stated.
  func value(of constraint: DialectRules.Constraint) -> Int? {
    guard states(constraint) else { return nil }
    return switch constraint {
    case .minimumLength: minimumLength
    case .maximumLength: maximumLength
    case .minimumCount, .minimumPropertyCount: minimumCount
    case .maximumCount, .maximumPropertyCount: maximumCount
    default: nil
    }
  }
}

struct DefinitionRecord: Sendable, BitwiseCopyable {
  /// The type that it describes, if it describes one.
  var type: (any Any.Type)?

  /// The name of what encloses a definition that is no type.
  var enclosing = TextSpan.none

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
