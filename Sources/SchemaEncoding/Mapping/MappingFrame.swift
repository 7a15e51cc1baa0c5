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

  /// The declared name of the part that was taken last, unless it is its ``key``.
  var name: String?

  /// The name in the answer of the part that was taken last.
  var key: StoredKey?

  /// The names that entries must not have.
  var reserved: [String] = []

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
    case .object, .entries: (name ?? key?.name).map { .key($0) }
    case .array, .tuple, .elements: .index(max(0, position - 1))
    }
  }
}

extension AnswerMapping.ObjectForm {
  /// The node of the values of a property that is not among those that change.
  func others(_ name: String, _ matchers: inout PatternMatchers) -> Int {
    for pattern in patterns where matchers.matches(pattern.pattern, in: name) ?? false {
      return pattern.value
    }
    return others
  }

  /// The index of a property that changes, by its name in the answer, looked for first where it is if
  /// the properties come in order.
  func index(of key: StoredKey, guess: Int) -> Int? {
    if properties.indices.contains(guess), key.isEqual(to: properties[guess].answerName) {
      return guess
    }
    return properties.firstIndex { key.isEqual(to: $0.answerName) }
  }

  /// The index of a property that changes, by its declared name.
  func index(of name: String, guess: Int) -> Int? {
    let name = ExactText(name)
    if properties.indices.contains(guess), ExactText(properties[guess].name) == name {
      return guess
    }
    return properties.firstIndex { ExactText($0.name) == name }
  }
}
