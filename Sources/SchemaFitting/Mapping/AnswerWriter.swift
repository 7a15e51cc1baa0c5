import ContentStorage
import SchemaContent
import SchemaModel
import SchemaValidation

/// Makes the answer to a fitted schema that stands for some content, without recursion.
struct AnswerWriter: ~Copyable {
  /// A value whose parts are being written.
  private struct Frame {
    enum Form {
      case object(AnswerMapping.ObjectForm, names: ObjectNames)
      case array(elements: Int)
      case tuple([Int])
      case entries(values: Int, besides: Set<ExactText>)
      case elements([AnswerMapping.Element])

      /// A container that was opened around one value, and ends with it.
      case around
    }

    let form: Form
    let source: GeneratedContent
    var children: StoredChildren
    var position = 0

    /// The indices of the properties that the object has.
    var found: Set<Int> = []

    init(_ form: Form, of source: GeneratedContent, as shape: ContentShape) {
      self.form = form
      self.source = source
      children = StoredChildren(source.stored, of: shape)
    }
  }

  /// The declared names of an object form.
  private struct ObjectNames {
    /// The indices of the properties.
    let indices: [ExactText: Int]

    /// Those that have their own places, if others are entries.
    let besides: Set<ExactText>
  }

  private let mapping: AnswerMapping
  private var builder: ContentBuilder
  private var frames: [Frame] = []
  private var patterns = PatternMatchers()

  /// The evaluation that finds the alternatives of parts of the content, once there is a union.
  private var verdicts: PartEvaluation?

  /// The declared values of choices, by the index of the node, as far as they have been needed.
  private var choices: [Int: [GeneratedContent]] = [:]

  /// The names of object forms, by the index of the node, as far as they have been needed.
  private var names: [Int: ObjectNames] = [:]

  init(_ mapping: AnswerMapping) {
    self.mapping = mapping
    builder = ContentBuilder(id: nil)
  }

  /// The answer that stands for content.
  consuming func write(_ content: GeneratedContent) throws -> GeneratedContent {
    try add(content, mapping.root)
    while !frames.isEmpty { try advance() }
    return builder.finish()
  }

  /// Goes on by one part of the innermost value.
  private mutating func advance() throws {
    let top = frames.count - 1
    switch frames[top].form {
    case .object(let form, let names): try advance(object: form, names, top)
    case .array(let elements):
      guard let element = frames[top].children.nextElement() else { return end() }
      try add(GeneratedContent(element), elements)
    case .tuple(let elements):
      guard let element = frames[top].children.nextElement() else { return end() }
      let position = frames[top].position
      frames[top].position += 1
      try add(
        GeneratedContent(element), elements.indices.contains(position) ? elements[position] : 0)
    case .entries(let values, let names):
      guard let (name, value) = frames[top].children.nextProperty() else { return end() }
      guard !names.contains(ExactText(name)) else { return }
      builder.beginObject()
      builder.key(AnswerMapping.Entry.key)
      builder.string(name)
      builder.key(AnswerMapping.Entry.value)
      try addInside(GeneratedContent(value), values)
    case .elements(let elements):
      let position = frames[top].position
      guard let value = frames[top].children.nextElement(), elements.indices.contains(position)
      else { return end() }
      frames[top].position += 1
      builder.key(elements[position].property)
      try add(GeneratedContent(value), elements[position].value)
    case .around: end()
    }
  }

  private mutating func end() {
    frames.removeLast()
    builder.endContainer(isIncomplete: false)
  }

  private mutating func advance(
    object form: AnswerMapping.ObjectForm, _ names: ObjectNames, _ top: Int
  ) throws {
    guard let (name, stored) = frames[top].children.nextProperty() else {
      return endObject(form, names, top)
    }
    let value = GeneratedContent(stored)
    guard let index = names.indices[ExactText(name)] else {
      if mapping.beside(form) != nil, !names.besides.contains(ExactText(name)) { return }
      builder.key(name)
      return try add(value, form.others(name, &patterns))
    }
    frames[top].found.insert(index)
    let property = form.properties[index]
    if value.shape == .null,
      property.absence == .omittedOrNull || property.absence == .omittedForNull
    {
      return
    }
    builder.key(property.answerName)
    if value.shape == .null, property.absence == .keptNull { return builder.null() }
    guard property.absence == .emptyArray else { return try add(value, property.value) }
    builder.beginArray()
    try addInside(value, property.value)
  }

  /// Writes what an object lacks, and the properties that it does not name.
  private mutating func endObject(
    _ form: AnswerMapping.ObjectForm, _ names: ObjectNames, _ top: Int
  ) {
    let source = frames[top].source
    let found = frames[top].found
    for (index, property) in form.properties.enumerated()
    where property.absence.isStated && !found.contains(index) {
      builder.key(property.answerName)
      guard property.absence == .emptyArray else {
        builder.null()
        continue
      }
      builder.beginArray()
      builder.endArray()
    }
    guard let beside = mapping.beside(form) else { return end() }
    builder.key(beside.property)
    builder.beginArray()
    frames[top] = Frame(.around, of: source, as: .nothing)
    frames.append(
      Frame(.entries(values: beside.values, besides: names.besides), of: source, as: .object))
  }

  // MARK: Values

  /// Adds a value in a container that was opened for it alone.
  private mutating func addInside(_ value: GeneratedContent, _ index: Int) throws {
    frames.append(Frame(.around, of: value, as: .nothing))
    try add(value, index)
  }

  /// Adds what stands for a value, or opens it.
  private mutating func add(_ value: GeneratedContent, _ index: Int) throws {
    var index = index
    // A mapping that was decoded may lead in circles; one that was made does not.
    for _ in 0...mapping.nodes.count {
      switch mapping[index] {
      case .wrapped(let property, let inner):
        builder.beginObject()
        builder.key(property)
        frames.append(Frame(.around, of: value, as: .nothing))
        index = inner
      case .alias(let node): index = node
      case .union(let alternatives):
        index = alternative(of: value, alternatives)?.value ?? 0
      case .choices(let choices):
        let values = try self.choices[index] ?? choices.map { try $0.value() }
        self.choices[index] = values
        guard let choice = values.firstIndex(of: value) else { return builder.append(value) }
        return builder.string(choices[choice].answer)
      case .text: return builder.string(value.jsonString(.compact))
      case .object(let form) where value.shape == .object:
        return open(.object(form, names: names(of: form, index)), value, isObject: true)
      case .array(let elements) where value.shape == .array:
        return open(.array(elements: elements), value, isObject: false)
      case .tuple(let elements) where value.shape == .array:
        return open(.tuple(elements), value, isObject: false)
      case .entries(let values) where value.shape == .object:
        return open(.entries(values: values, besides: []), value, isObject: false)
      case .elements(let elements) where value.shape == .array:
        return open(.elements(elements), value, isObject: true)
      default: return builder.append(value)
      }
    }
    builder.append(value)
  }

  private mutating func names(of form: AnswerMapping.ObjectForm, _ index: Int) -> ObjectNames {
    if let known = names[index] { return known }
    let indices = form.properties.enumerated().map { (ExactText($1.name), $0) }
    let made = ObjectNames(
      indices: Dictionary(indices) { first, _ in first },
      besides: Set((mapping.beside(form)?.names ?? []).map(ExactText.init)))
    names[index] = made
    return made
  }

  /// The alternative that content is of.
  private mutating func alternative(
    of value: GeneratedContent, _ alternatives: [AnswerMapping.Alternative]
  ) -> AnswerMapping.Alternative? {
    if verdicts == nil {
      // The source of the outermost frame is the whole content.
      let content = frames.first?.source ?? value
      verdicts = mapping.alternatives?.evaluation(of: content)
    }
    return alternatives.first { verdicts?.allows(value, $0.schema) ?? true }
  }

  private mutating func open(_ form: Frame.Form, _ value: GeneratedContent, isObject: Bool) {
    isObject ? builder.beginObject() : builder.beginArray()
    frames.append(Frame(form, of: value, as: value.shape))
  }
}
