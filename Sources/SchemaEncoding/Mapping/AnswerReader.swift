import ContentStorage
import SchemaContent
import SchemaModel

/// Makes content of the declared type from an answer, whole or still arriving.
///
/// What is made of a beginning of an answer is a beginning of what is made of the whole: values are
/// withheld until it is known what they become. Nothing recurses.
struct AnswerReader: ~Copyable {
  let mapping: AnswerMapping
  var builder: ContentBuilder
  var frames: [MappingFrame] = []
  private var patterns = PatternMatchers()

  init(_ mapping: AnswerMapping, id: GenerationID?) {
    self.mapping = mapping
    builder = ContentBuilder(id: id)
  }

  /// The content of an answer.
  consuming func read(_ answer: GeneratedContent) throws -> GeneratedContent {
    guard try add(answer, mapping.root, as: nil) else { return .nothing(id: answer.id) }
    while !frames.isEmpty { try advance() }
    return builder.finish()
  }

  /// Goes on by one part of the innermost value.
  private mutating func advance() throws {
    let top = frames.count - 1
    switch frames[top].form {
    case .object(let form): try advance(object: form, top)
    case .array(let elements):
      guard let element = frames[top].children.nextElement() else { return end(top) }
      frames[top].position += 1
      try note(add(GeneratedContent(element), elements, as: nil), in: top)
    case .tuple(let elements):
      guard let element = frames[top].children.nextElement() else { return end(top) }
      let position = frames[top].position
      frames[top].position += 1
      let node = elements.indices.contains(position) ? elements[position] : 0
      try note(add(GeneratedContent(element), node, as: nil), in: top)
    case .entries(let form): try advance(entries: form, top)
    case .elements(let elements): try advance(elements: elements, top)
    }
  }

  private mutating func note(_ isShown: Bool, in frame: Int) {
    if !isShown { frames[frame].isWithheld = true }
  }

  private mutating func end(_ top: Int) {
    let frame = frames.removeLast()
    let isIncomplete = frame.isWithheld || !frame.source.isComplete
    if frame.opensContainer {
      builder.endContainer(isIncomplete: isIncomplete)
    } else if isIncomplete, let outer = frames.indices.last {
      frames[outer].isWithheld = true
    }
  }

  // MARK: Parts

  private mutating func advance(object form: AnswerMapping.ObjectForm, _ top: Int) throws {
    guard let (key, stored) = frames[top].children.nextMember() else {
      if frames[top].source.isComplete { addNulls(form, of: frames[top].source) }
      return end(top)
    }
    let value = GeneratedContent(stored)
    frames[top].key = key
    if let index = form.index(of: key, guess: frames[top].position) {
      frames[top].position = index + 1
      let property = form.properties[index]
      frames[top].name = property.name
      switch property.absence {
      case .null where value.shape == .null: return
      case .emptyArray where value.shape == .array:
        guard let element = try onlyElement(of: value) else {
          note(value.isComplete, in: top)
          return
        }
        return try note(add(element, property.value, as: property.name), in: top)
      default: return try note(add(value, property.value, as: property.name), in: top)
      }
    }
    frames[top].name = nil
    if let beside = form.beside, key.isEqual(to: beside.property), value.shape == .array {
      var frame = MappingFrame(
        .entries(beside.entries), of: value, as: .array, opensContainer: false)
      frame.reserved = beside.names
      return frames.append(frame)
    }
    if form.others == 0, form.patterns.isEmpty {
      guard value.shape != .nothing else { return note(false, in: top) }
      builder.key(key)
      return builder.append(stored)
    }
    try note(add(value, form.others(key.name, &patterns), as: key.name), in: top)
  }

  /// Adds the properties that are null where the answer lacks them.
  private mutating func addNulls(_ form: AnswerMapping.ObjectForm, of answer: GeneratedContent) {
    for property in form.properties
    where property.absence == .omittedForNull
      && answer.property(named: property.answerName) == nil
    {
      builder.key(property.name)
      builder.null()
    }
  }

  private mutating func onlyElement(of list: GeneratedContent) throws -> GeneratedContent? {
    var elements = list.elements.makeIterator()
    guard let element = elements.next() else { return nil }
    guard elements.next() == nil else {
      throw error("This is a list of more than one value.", "Give one value, or none.")
    }
    return element
  }

  private mutating func advance(entries form: AnswerMapping.EntryForm, _ top: Int) throws {
    guard let stored = frames[top].children.nextElement() else { return end(top) }
    let entry = GeneratedContent(stored)
    frames[top].position += 1
    frames[top].name = nil
    let key = entry.property(named: form.key)
    let value = entry.property(named: form.value)
    guard let key, let value, key.isComplete else {
      guard !entry.isComplete else {
        throw error(
          "Entry \(frames[top].position) has no '\(form.key)' or no '\(form.value)'.",
          "Give both in each entry.")
      }
      return note(false, in: top)
    }
    guard let name = key.text else {
      throw error("The '\(form.key)' of an entry is not a string.", "Give it as a string.")
    }
    frames[top].name = name
    let isReserved = frames[top].reserved.contains { ExactText($0) == ExactText(name) }
    guard !isReserved, frames[top].names.insert(ExactText(name)).inserted else {
      throw error(
        "The key '\(name)' occurs twice.", "Give each key once, and none that has a property.")
    }
    try note(add(value, form.values, as: name), in: top)
  }

  private mutating func advance(elements: [AnswerMapping.Element], _ top: Int) throws {
    let frame = frames[top]
    // What comes after an element that is still to come has to wait for it.
    guard elements.indices.contains(frame.position), !frame.isWithheld else { return end(top) }
    frames[top].position += 1
    let element = elements[frame.position]
    guard let value = frame.source.property(named: element.property) else {
      return note(false, in: top)
    }
    try note(add(value, element.value, as: nil) && value.isComplete, in: top)
  }

  // MARK: Values

  /// Adds what becomes of a value, or opens it, and says whether anything of it can be shown.
  private mutating func add(
    _ value: GeneratedContent, _ index: Int, as name: String?
  ) throws -> Bool {
    var value = value
    var index = index
    // A mapping that was decoded may lead in circles; one that was made does not.
    for _ in 0...mapping.nodes.count {
      switch mapping[index] {
      case .wrapped(let property, let inner) where value.shape == .object:
        guard let part = value.property(named: property) else {
          if value.isComplete { return append(value, as: name) }
          return false
        }
        (value, index) = (part, inner)
      case .alias(let node): index = node
      case .union(let alternatives):
        guard let node = AnswerMapping.node(for: value, among: alternatives)
        else { return false }
        index = node
      case .choices(let choices) where value.shape == .string:
        guard value.isComplete else { return false }
        let text = ExactText(value.text ?? "")
        let choice = choices.first { ExactText($0.answer) == text }
        return try append(choice.map { try GeneratedContent(json: $0.json) } ?? value, as: name)
      case .text(let form) where value.shape == .string:
        return try append(self.value(of: value, form, as: name), as: name)
      case .object(let form) where value.shape == .object:
        return open(MappingFrame(.object(form), of: value, as: .object), isObject: true, as: name)
      case .array(let elements) where value.shape == .array:
        return open(
          MappingFrame(.array(elements: elements), of: value, as: .array), isObject: false,
          as: name)
      case .tuple(let elements) where value.shape == .array:
        return open(
          MappingFrame(.tuple(elements), of: value, as: .array), isObject: false, as: name)
      case .entries(let form) where value.shape == .array:
        return open(MappingFrame(.entries(form), of: value, as: .array), isObject: true, as: name)
      case .elements(let elements) where value.shape == .object:
        let isLacking = elements.contains { value.property(named: $0.property) == nil }
        if value.isComplete, isLacking { return append(value, as: name) }
        return open(
          MappingFrame(.elements(elements), of: value, as: .object), isObject: false, as: name)
      // What has another form than the schema says is left to whoever validates the content.
      default: return append(value, as: name)
      }
    }
    return append(value, as: name)
  }

  private mutating func open(_ frame: MappingFrame, isObject: Bool, as name: String?) -> Bool {
    if let name { builder.key(name) }
    isObject ? builder.beginObject() : builder.beginArray()
    frames.append(frame)
    return true
  }

  private mutating func append(_ value: GeneratedContent, as name: String?) -> Bool {
    guard value.shape != .nothing else { return false }
    if let name { builder.key(name) }
    builder.append(value)
    return true
  }

  /// The value that a string has as JSON text.
  private func value(
    of string: GeneratedContent, _ form: AnswerMapping.TextForm, as name: String?
  ) throws -> GeneratedContent {
    let text = string.text ?? ""
    // Whether a text is JSON at all is known at its end.
    if form == .any, !string.isComplete { return .nothing() }
    var parser = GeneratedContentParser()
    do {
      try parser.append(text)
      return string.isComplete ? try parser.finish() : parser.snapshot()
    } catch {
      if form == .any { return string }
      throw self.error("The text is not JSON: \(error)", "Write the value as JSON text.")
    }
  }

  private func error(_ problem: String, _ remedy: String) -> AnswerMappingError {
    var path = SchemaPath()
    for (index, frame) in frames.enumerated() {
      // What stands beside an object's properties is declared as some of them.
      let next = frames.indices.contains(index + 1) ? frames[index + 1] : frame
      guard next.opensContainer || !frame.opensContainer else { continue }
      if let step = frame.step { path = path.appending(step) }
    }
    return AnswerMappingError(problem, at: path, remedy: remedy)
  }
}

extension AnswerMapping {
  /// The node of the alternative that a value is of, or `nil` while that is not known.
  ///
  /// A value that is of no alternative stays as it is.
  static func node(
    for value: GeneratedContent, among alternatives: [Alternative]
  ) -> Int? {
    var found: Int?
    for alternative in alternatives {
      let verdicts = alternative.answers.map { $0.verdict(on: value) }
      if verdicts.contains(.yes), found == nil { return alternative.value }
      guard verdicts.contains(where: { $0 != .no }) else { continue }
      // Two of one node need not be told apart.
      if let found, found != alternative.value { return nil }
      found = alternative.value
    }
    guard let found else { return value.shape == .nothing ? nil : 0 }
    return value.shape == .nothing ? nil : found
  }
}
