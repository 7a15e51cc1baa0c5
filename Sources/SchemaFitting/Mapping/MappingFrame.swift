import ContentStorage
import SchemaModel

/// A value whose parts are being mapped.
struct MappingFrame {
  /// The declared name of a part.
  enum Name {
    /// It has none: it is the root or an element, or in a form around the value.
    case none

    case declared(String)

    /// It has the one that it has in the answer.
    case same(StoredKey)
  }

  /// The node that says what is made of the parts.
  let node: Int

  let source: StoredContent
  var children: StoredChildren

  /// The name of the value in the one around it.
  let name: Name

  /// How many parts have been taken.
  var position = 0

  /// The keys that are already used in this object, and those that entries must not have.
  var names: Set<ExactText> = []

  /// Whether a container is open for what is made.
  let opensContainer: Bool

  /// Whether a part could not be shown yet.
  var isWithheld = false

  init(
    _ node: Int, of source: StoredContent, as shape: ContentShape, name: Name,
    opensContainer: Bool = true
  ) {
    self.node = node
    self.source = source
    self.name = name
    children = StoredChildren(source, of: shape)
    self.opensContainer = opensContainer
  }
}

extension AnswerMapping {
  /// The step from a value to a part of it in the declared content: to the name, or to the element that
  /// was taken last.
  func step(from frame: MappingFrame, to name: MappingFrame.Name) -> SchemaPath.Component? {
    switch (self[frame.node], name) {
    case (.array, _), (.tuple, _), (.elements, _): .index(max(0, frame.position - 1))
    case (_, .declared(let name)): .key(name)
    case (_, .same(let key)): .key(key.name)
    case (_, .none): nil
    }
  }
}

extension AnswerMapping.ObjectForm {
  /// Whether all properties without a place of their own stay as they are.
  var keepsOthers: Bool { others == 0 && patterns.isEmpty }

  /// The node of the values of a property that has no place of its own.
  func others(_ name: String, _ matchers: inout PatternMatchers) -> Int {
    for pattern in patterns where matchers.matches(pattern.pattern, in: name) ?? false {
      return pattern.value
    }
    return others
  }

  /// The index of a property by its name in the answer, looked for from a place on, and then before it.
  func index(of key: StoredKey, from start: Int) -> Int? {
    for index in start..<properties.count where key.isEqual(to: properties[index].answerName) {
      return index
    }
    return properties[..<start].firstIndex { key.isEqual(to: $0.answerName) }
  }

  /// Whether looking for a name takes longer than a table of the names.
  var isLarge: Bool { properties.count > 32 }
}

/// The patterns of a mapping, of which each is compiled once, when a text is first compared with it.
struct PatternMatchers {
  private var matchers: [ExactText: SchemaPattern.Matcher?] = [:]

  /// Whether a text contains a match; `nil` if the pattern is not run on it.
  mutating func matches(_ pattern: String, in text: String) -> Bool? {
    matchers[
      ExactText(pattern), default: (try? SchemaPattern(ecma: pattern))?.matcher()
    ]?.matches(text)
  }
}

/// The indices of an object form's properties by their names.
struct PropertyNames {
  /// By the names in answers.
  let answers: [ExactText: Int]

  /// By the declared names.
  let declared: [ExactText: Int]

  init(_ form: AnswerMapping.ObjectForm) {
    func indices(_ name: (AnswerMapping.Property) -> String) -> [ExactText: Int] {
      let pairs = form.properties.enumerated().map { (ExactText(name($1)), $0) }
      return Dictionary(pairs) { first, _ in first }
    }
    answers = indices(\.answerName)
    declared = indices(\.name)
  }
}
