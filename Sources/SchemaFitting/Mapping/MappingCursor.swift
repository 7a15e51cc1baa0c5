import ContentStorage
import IndexedTables
import SchemaModel

/// A position in a mapping: the conversion of one value.
///
/// The reader of answers, the writer, and the search for places go through a mapping only by
/// cursors. From the node of a value they get a cursor, which has a case for each way in which a
/// value differs from the answer. From the cursor they get the nodes of the value's parts.
enum MappingCursor: BitwiseCopyable, Sendable {
  /// The value stays unchanged, with all its parts.
  case same

  /// An array whose elements are converted by one node.
  case array(elements: AnswerMapping.Node.ID)

  /// An array whose first elements have nodes of their own, by its node.
  case tuple(AnswerMapping.Node.ID)

  /// An object whose properties change.
  case object(MappingPlan.Object.ID)

  /// Entries for the unnamed properties of an object, by their position among its entries.
  case entries(of: MappingPlan.Object.ID, at: Int)

  /// A form that makes a container, and a form whose only part is the value.
  case form(MappingPlan.FormID), single(MappingPlan.FormID)

  /// A value of one of several alternatives.
  case union(MappingPlan.Union.ID)

  /// Indicates whether the declared value is an array or an object of its own.
  var makesContainer: Bool {
    switch self {
    case .array, .tuple, .object, .form: true
    case .same, .entries, .single, .union: false
    }
  }

  /// Indicates whether values with a shape in an answer can have the form that the schema asks for.
  ///
  /// A value without the form is unchanged, so that a validator reports it.
  fileprivate func reads(_ shape: ContentShape, in plan: MappingPlan) -> Bool {
    switch self {
    case .object: shape == .object
    case .array, .tuple, .entries: shape == .array
    case .form(let form), .single(let form): plan.forms[form].form.reads(shape)
    case .same, .union: true
    }
  }
}

extension MappingPlan {
  // MARK: Values

  /// The cursor for a value of an answer.
  ///
  /// If the value belongs to a union, this is the cursor for its alternative. While the alternative
  /// is not known, this is the cursor for the union.
  ///
  /// - Parameters:
  ///   - node: The node of the value.
  ///   - place: The place of the value.
  ///   - answer: The part of the answer that has arrived.
  ///   - pending: The search for the alternative, if the alternative is not known.
  /// - Returns: The cursor.
  func cursor(
    at node: AnswerMapping.Node.ID, for place: ContentPlace, in answer: ContentPlaces,
    _ pending: inout AlternativeSearch?
  ) -> MappingCursor {
    let shape = answer.shape(at: place)
    var cursor = cursor(at: node)
    while case .union(let union) = cursor {
      guard let kind = ValueShape.Kind(shape) else { return .same }
      if let known = unions[union].node(of: kind) {
        cursor = self.cursor(at: known)
      } else {
        let candidates = unions[union].candidates(of: kind)
        var search = AlternativeSearch(candidates, of: place, in: answer, self)
        guard let found = search.node(at: place, in: answer) else {
          pending = search
          return cursor
        }
        cursor = self.cursor(at: found)
      }
    }
    return cursor.reads(shape, in: self) ? cursor : .same
  }

  // MARK: Parts

  /// The form at a cursor; `nil` if the value has another conversion.
  func form(at cursor: MappingCursor) -> (any AnswerForm)? {
    switch cursor {
    case .form(let form), .single(let form): forms[form].form
    case .entries: EntriesForm()
    case .same, .array, .tuple, .object, .union: nil
    }
  }

  /// The shape of the declared value at a cursor that makes a container; `nil` at others.
  func container(at cursor: MappingCursor) -> ContentShape? {
    switch cursor {
    case .object: .object
    case .array, .tuple: .array
    case .form(let form): forms[form].form.container
    case .same, .entries, .single, .union: nil
    }
  }

  /// The node of a part of the value at a cursor: of an element, or of a part of a form.
  ///
  /// A part without a node stays unchanged.
  func node(ofPart number: Int, at cursor: MappingCursor) -> AnswerMapping.Node.ID {
    switch cursor {
    case .array(let elements): return elements
    case .tuple(let tuple):
      guard case .tuple(let elements, let rest) = nodes[tuple.position] else { return .same }
      return elements.indices.contains(number) ? elements[number] : rest ?? .same
    case .form(let form), .single(let form): return forms[form].node(ofPart: number)
    case .entries(let object, let position): return objects[object].entries[position].values
    case .same, .object, .union: return .same
    }
  }
}
