import ContentStorage
import SchemaModel

/// A value whose parts are being mapped.
struct MappingFrame {
  /// What is made of the parts.
  enum Form {
    case object(AnswerMapping.ObjectForm)
    case array(elements: Int)
    case tuple([Int])
    case entries(AnswerMapping.EntryForm)
    case elements([AnswerMapping.Element])
  }

  let form: Form
  let source: GeneratedContent
  var children: StoredChildren

  /// How many parts have been taken.
  var position = 0

  /// The name of the part that was taken last.
  var name: String?

  /// The names that entries have so far.
  var names: Set<ExactText> = []

  /// Whether a container is open for what is made.
  let opensContainer: Bool

  /// Whether a part could not be shown yet.
  var isWithheld = false

  init(
    _ form: Form, of source: GeneratedContent, as shape: ContentShape, opensContainer: Bool = true
  ) {
    self.form = form
    self.source = source
    children = StoredChildren(source.stored, of: shape)
    self.opensContainer = opensContainer
  }

  /// The step to the part that was taken last, in the declared value, if that is known.
  var step: SchemaPath.Component? {
    switch form {
    case .object, .entries: name.map { .key($0) }
    case .array, .tuple, .elements: .index(max(0, position - 1))
    }
  }
}

extension AnswerMapping.ObjectForm {
  /// The node of the values of a property that is not among those that change.
  func others(_ name: String) -> Int {
    for pattern in patterns
    where (try? SchemaPattern(ecma: pattern.pattern))?.matches(name) ?? false {
      return pattern.value
    }
    return others
  }

  /// The index of a property that changes, by its name on one side, looked for first where it is if the
  /// properties come in order.
  func index(
    of name: String, by side: KeyPath<AnswerMapping.Property, String>, guess: Int
  ) -> Int? {
    let name = ExactText(name)
    if properties.indices.contains(guess), ExactText(properties[guess][keyPath: side]) == name {
      return guess
    }
    return properties.firstIndex { ExactText($0[keyPath: side]) == name }
  }
}
