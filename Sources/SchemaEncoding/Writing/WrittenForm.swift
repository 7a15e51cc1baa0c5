package import IndexedTables
import SchemaModel

/// The form of a node in a document of a dialect.
///
/// The rules of a dialect become a form in one place: the writer prints it, the meter of limits
/// counts it, the findings judge it, and fitting asks which nodes the dialect can state. A document
/// follows the rules for `null`, optional properties, objects and tuples only by its forms.
///
/// Two others read some of these rules, but not for a document: `DialectFindings.checkName(_:at:)`
/// checks the names of properties, and the passes of fitting choose what they change, and into
/// what.
///
/// A form has no title and no constraints, since these are text: `DocumentForm.title(of:isCopy:)`
/// and `DialectFindings.check(_:_:)` return them.
package struct WrittenForm {
  /// The text of a node at its place.
  package enum Extent: Equatable {
    /// No text.
    case omitted

    /// The schema `true` or `false`.
    case word(Bool)

    /// The keywords of the node, in the schema of the union. The only other alternative of the
    /// union is `null`.
    case flattened

    case schema
  }

  /// The `anyOf` of a node.
  package enum Union {
    case none

    /// The `anyOf` contains the alternatives of the node.
    case alternatives

    /// The only alternative besides `null` is written in place of the union.
    case flattened

    /// The `anyOf` contains the schema of the node, and `null`.
    case aroundSchema

    /// The `anyOf` contains the reference, because the value may be `null`.
    case aroundReference

    /// The `anyOf` contains the reference if other keywords, such as a description, are next to it.
    case aroundReferenceBesideKeywords
  }

  /// The form of `null` next to the values of a node.
  package enum Null {
    /// The values exclude `null`, or include it by themselves.
    case none

    /// `null` is added to the type, and to a list of choices.
    case inType

    /// `null` is added to a list of choices without a type.
    case inChoices

    /// `null` is the last alternative of the `anyOf`.
    case alternative

    /// The keyword `nullable`.
    case keyword
  }

  /// The place of a list of choices.
  package enum Choices {
    /// No keyword states choices.
    case none

    /// The list replaces the type.
    case inPlaceOfType

    case besideType
  }

  /// The form of the properties of an object that have no names.
  package enum Unnamed {
    /// The object has none, so that it is closed.
    case none

    /// A schema describes them, or all properties of the object are unnamed.
    case described

    /// The object has named properties, and is open to any others.
    case open

    /// As ``open``, but the dialect closes the object.
    case closed
  }

  /// The form of an object.
  package struct Object {
    package let unnamed: Unnamed

    /// The support for the unnamed properties, apart from those whose names match a pattern.
    ///
    /// A dialect that closes the object does not support them.
    package let support: DialectRules.Support

    /// The support for properties whose names match a pattern.
    package let patterns: DialectRules.Support

    /// The support for properties that the object must not have; `nil` for a closed object, which
    /// leaves them out without loss.
    let forbidden: DialectRules.Support?

    /// Indicates whether `required` and the keyword for the order list the names of properties.
    let listsNames: Bool

    /// Indicates whether the provider generates the required properties before the others.
    package let putsRequiredFirst: Bool
  }

  package private(set) var extent = Extent.schema
  package private(set) var union = Union.none
  package private(set) var null = Null.none
  package private(set) var choices = Choices.none

  /// The support of the dialect for the kind of the node.
  private(set) var support = DialectRules.Support.written

  /// Indicates whether a keyword forbids all further properties or elements.
  private(set) var isClosed = false

  /// Indicates whether a tuple may have elements after those with schemas of their own.
  private(set) var hasFurtherElements = false

  /// Indicates whether `required` contains the property.
  package private(set) var isRequired = true

  /// Indicates whether the property is required and may be `null` because it is optional.
  private(set) var isNullable = false

  /// The form of the object; `nil` for other nodes.
  package private(set) var object: Object?

  /// Indicates whether the node is written as a schema with keywords.
  var hasSchema: Bool { extent == .schema || extent == .flattened }

  /// Indicates whether `null` joins the list of choices.
  var listsNull: Bool { null == .inType || null == .inChoices }
}

extension WrittenForm {
  /// Makes the form of a node.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - role: The role of the node.
  ///   - nodes: The nodes of the graph.
  ///   - dialect: The dialect.
  ///   - isTitled: A function that returns `true` for a node whose title is written.
  init(
    _ node: NodeID, as role: SchemaRole, in nodes: IndexedTable<NodeID, NodeRecord>,
    _ dialect: PreparedDialect, isTitled: (NodeID) -> Bool
  ) {
    let kind = nodes[node].kind
    switch role {
    case .property(_, let isOptional):
      isRequired = Self.isRequired(isOptional: isOptional, in: dialect)
      isNullable = isOptional && isRequired
    case .additionalProperties:
      let isDefault = nodes[node].isUnmentioned && dialect.rules.objects.areOpenByDefault
      if isDefault || Object(around: node, in: nodes, dialect)?.isClosed == true {
        extent = .omitted
      } else if nodes[node].allowsAnything {
        extent = .word(true)
      }
    case .choice where dialect.rules.nullForm == .keyword:
      guard let union = nodes[node].parent else { break }
      // The keyword replaces `null`, unless the union has no other alternative: one `null` stays,
      // and only the first one looks for others, so that a union takes linear time.
      let children = nodes[union].link.children
      if kind == .null,
        children.first != node || children.contains(where: { nodes[$0].kind != .null })
      {
        extent = .omitted
      } else if Self.isFlat(union, in: nodes, dialect, isTitled) {
        extent = .flattened
      }
    case .items:
      if nodes[node].isUnmentioned, nodes[node].parent.map({ nodes[$0].kind }) == .tuple,
        dialect.rules.objects.areOpenByDefault || !Self.hasFurtherElements(node, in: nodes, dialect)
      {
        extent = .omitted
      }
    case .root, .definition, .patternProperty, .prefixItem, .choice: break
    }
    if let list = nodes[node].constraints?.choices, dialect.rules[list] == .written {
      let isBesideType = dialect.rules.constraints.choicesHaveType || kind == .any
      choices = isBesideType ? .besideType : .inPlaceOfType
    }
    let mayBeNull = isNullable || extent == .flattened
    switch kind {
    case .never:
      let forbidden = Object(around: node, in: nodes, dialect)?.forbidden
      extent = forbidden == .written ? .word(false) : .omitted
      support = forbidden ?? .written
    case .any:
      if choices == .none { support = dialect.rules[.anyValue] }
      if mayBeNull { null = .inChoices }
    case .null: support = dialect.rules[.null]
    case .reference:
      if mayBeNull {
        union = .aroundReference
        null = dialect.rules.nullForm == .keyword ? .keyword : .alternative
      } else if dialect.rules.definitions?.wrapsDescriptions == true {
        union = .aroundReferenceBesideKeywords
      }
    case .anyOf:
      union = Self.isFlat(node, in: nodes, dialect, isTitled) ? .flattened : .alternatives
      if dialect.rules.nullForm == .keyword {
        if mayBeNull || nodes.hasNullChoice(node) { null = .keyword }
      } else if mayBeNull, !nodes.hasNullChoice(node) {
        null = .alternative
      }
    case .string, .integer, .number, .boolean, .array, .tuple, .object:
      guard mayBeNull else { break }
      switch dialect.rules.nullForm {
      case .typeList: null = choices == .inPlaceOfType ? .inChoices : .inType
      case .union: (union, null) = (.aroundSchema, .alternative)
      case .keyword: null = .keyword
      }
    }
    if kind == .tuple {
      support = dialect.rules.tuples.support
      if let last = nodes[node].children.last, nodes[last].role == .items {
        hasFurtherElements = Self.hasFurtherElements(last, in: nodes, dialect)
        if hasFurtherElements, support == .written, !nodes[last].isUnmentioned {
          support = dialect.rules[.furtherElements]
        }
      }
      isClosed = dialect.rules.tuples == .closedByItems && !hasFurtherElements
    } else if kind == .object {
      let form = Object(node, in: nodes, dialect)
      isClosed = form.isClosed
      object = form
      if node != .root, nodes[node].link.children.isEmpty { support = dialect.rules[.emptyObject] }
    }
  }

  /// Indicates whether a tuple may have elements after those with schemas of their own.
  ///
  /// Where the document does not mention them, a dialect that closes open objects closes the tuple,
  /// and so does one that cannot state further elements.
  private static func hasFurtherElements(
    _ rest: NodeID, in nodes: IndexedTable<NodeID, NodeRecord>, _ dialect: PreparedDialect
  ) -> Bool {
    !nodes[rest].isUnmentioned || dialect.rules.objects.areOpenByDefault
      || dialect.rules.objects.open != .closed && dialect.rules[.furtherElements] == .written
  }

  /// Indicates whether a property is in `required`.
  static func isRequired(isOptional: Bool, in dialect: PreparedDialect) -> Bool {
    !isOptional || dialect.rules.optional == .nullable
  }

  /// Indicates whether a union is written as its only alternative besides `null`, because it has no
  /// title and a keyword states `null`.
  private static func isFlat(
    _ union: NodeID, in nodes: IndexedTable<NodeID, NodeRecord>, _ dialect: PreparedDialect,
    _ isTitled: (NodeID) -> Bool
  ) -> Bool {
    let children = nodes[union].link.children
    return dialect.rules.nullForm == .keyword && children.count == 2
      && children.count { nodes[$0].kind == .null } == 1 && !isTitled(union)
  }
}

extension WrittenForm.Object {
  fileprivate init(
    _ object: NodeID, in nodes: IndexedTable<NodeID, NodeRecord>, _ dialect: PreparedDialect
  ) {
    // The additional properties come first, then the properties that match patterns, then the named
    // properties.
    var children = nodes[object].link.children
    var hasNamed = false
    if let last = children.last, case .property = nodes[last].role { hasNamed = true }
    listsNames = hasNamed || children.isEmpty
    var unnamed = WrittenForm.Unnamed.none
    if let first = children.first, case .additionalProperties = nodes[first].role {
      unnamed = .described
      if hasNamed, nodes[first].allowsAnything {
        unnamed = dialect.rules.objects.open == .closed ? .closed : .open
      }
      children = children.dropFirst()
    }
    var hasPatterns = false
    if let next = children.first, case .patternProperty = nodes[next].role { hasPatterns = true }
    self.unnamed = unnamed
    support =
      switch unnamed {
      case .none: .written
      case .closed: .rejected
      case .described: dialect.rules.objects.additionalProperties.support
      case .open: dialect.rules.objects.open == .rejected ? .rejected : .written
      }
    patterns = dialect.rules.objects.additionalProperties.patterns
    forbidden =
      hasPatterns || unnamed == .open || unnamed == .described
      ? dialect.rules.objects.forbidden : nil
    putsRequiredFirst =
      dialect.rules.objects.generatesRequiredFirst && dialect.rules.optional == .omitted
  }

  /// Makes the form of the object around a node.
  fileprivate init?(
    around node: NodeID, in nodes: IndexedTable<NodeID, NodeRecord>, _ dialect: PreparedDialect
  ) {
    guard let object = nodes[node].parent else { return nil }
    self.init(object, in: nodes, dialect)
  }

  /// Indicates whether `additionalProperties: false` forbids further properties.
  fileprivate var isClosed: Bool { unnamed == .none || unnamed == .closed }
}

extension SchemaEncoder {
  /// Returns the form of a node of a graph that is not complete.
  ///
  /// The form is that of a node without a title.
  package func form(
    of node: NodeID, in nodes: IndexedTable<NodeID, NodeRecord>
  ) -> WrittenForm {
    WrittenForm(node, as: nodes[node].role, in: nodes, prepared) { _ in false }
  }
}
