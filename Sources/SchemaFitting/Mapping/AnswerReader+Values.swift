import ContentStorage
import SchemaContent
import SchemaModel

/// What becomes of single values.
extension AnswerReader {
  /// Adds what becomes of a value, or opens it.
  mutating func add(
    _ value: StoredContent, _ index: Int, as name: MappingFrame.Name
  ) throws -> Outcome {
    var value = value
    var index = index
    // A mapping that was decoded may lead in circles; one that was made does not.
    for _ in 0...mapping.nodes.count where index != 0 {
      switch mapping[index] {
      case .wrapped(let property, let inner) where value.shape == .object:
        guard let part = value.property(named: property) else {
          return value.isComplete ? append(value, as: name) : .withheld
        }
        (value, index) = (part, inner)
      case .alias(let node): index = node
      case .union(let alternatives):
        guard let node = AnswerMapping.node(for: value, among: alternatives) else {
          return .withheld
        }
        index = node
      case .choices(let choices) where value.shape == .string:
        guard value.isComplete else { return .withheld }
        let text = ExactText(value.text)
        guard let choice = choices.first(where: { ExactText($0.answer) == text }) else {
          return append(value, as: name)
        }
        do {
          return append(try choice.value().stored, as: name)
        } catch {
          throw Fault(error.code, error.problem, error.remedy, name)
        }
      case .text(let form) where value.shape == .string:
        return append(try self.value(of: value, form, as: name), as: name)
      case .object where value.shape == .object, .entries where value.shape == .array:
        return open(MappingFrame(index, of: value, as: value.shape, name: name), isObject: true)
      case .array where value.shape == .array, .tuple where value.shape == .array:
        return open(MappingFrame(index, of: value, as: .array, name: name), isObject: false)
      case .elements where value.shape == .object:
        return open(MappingFrame(index, of: value, as: .object, name: name), isObject: false)
      // What has another form than the schema says is left to whoever validates the content.
      default: return append(value, as: name)
      }
    }
    return append(value, as: name)
  }

  private mutating func open(_ frame: MappingFrame, isObject: Bool) -> Outcome {
    addKey(frame.name)
    isObject ? builder.beginObject() : builder.beginArray()
    return .opened(frame)
  }

  private mutating func append(_ value: StoredContent, as name: MappingFrame.Name) -> Outcome {
    guard value.shape != .nothing else { return .withheld }
    addKey(name)
    builder.append(value)
    return .added
  }

  private mutating func addKey(_ name: MappingFrame.Name) {
    switch name {
    case .none: return
    case .declared(let name): builder.key(name)
    case .same(let key): builder.key(key)
    }
  }

  /// The value that a string has as JSON text.
  private func value(
    of string: StoredContent, _ form: AnswerMapping.TextForm, as name: MappingFrame.Name
  ) throws -> StoredContent {
    // Whether a text is JSON at all is known at its end.
    guard string.isComplete || form == .json else { return GeneratedContent.nothing().stored }
    let text = string.text
    // The levels around the text count.
    let options = GeneratedContentParser.Options(
      maximumDepth: max(0, GeneratedContent.maximumDepth - builder.depth))
    do {
      if string.isComplete {
        let content = try GeneratedContent(json: text, options: options)
        if content.isComplete { return content.stored }
      }
      // More digits may follow in a text that goes on; one that stops early is not JSON.
      var parser = GeneratedContentParser(options: options)
      try parser.append(text)
      return try (string.isComplete ? parser.finish() : parser.snapshot()).stored
    } catch {
      let cause = (error as? GeneratedContent.ParsingError)?.underlyingError ?? error
      if (cause as? GeneratedContentParser.SyntaxError)?.code == .tooDeep {
        throw Fault(
          .tooDeep,
          "The JSON text and what is around it have more than \(GeneratedContent.maximumDepth)"
            + " arrays and objects inside each other.", "Write a value that nests less.", name)
      }
      if form == .any { return string }
      throw Fault(
        .invalidText, "The text is not JSON: \(cause)", "Write the value as JSON text.", name)
    }
  }
}
