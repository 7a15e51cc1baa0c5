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

  /// The values whose parts are being mapped, the innermost last.
  private var frames: [MappingFrame] = []
  private var patterns = PatternMatchers()

  /// The names of large object forms, by the index of the node, as far as they have been needed.
  private var names: [Int: PropertyNames] = [:]

  init(_ mapping: AnswerMapping, id: GenerationID?) {
    self.mapping = mapping
    builder = ContentBuilder(id: id)
  }

  /// What has become of a value.
  enum Outcome {
    /// It has been added.
    case added

    /// It is not known yet what becomes of it.
    case withheld

    /// Its parts are to be mapped.
    case opened(MappingFrame)
  }

  /// The content of an answer.
  consuming func read(_ answer: GeneratedContent) throws -> GeneratedContent {
    do {
      switch try add(answer.stored, mapping.root, as: .none) {
      case .added: return builder.finish()
      case .withheld: return .nothing(id: answer.id)
      case .opened(let frame): frames.append(frame)
      }
      while var frame = frames.popLast() {
        do {
          let inner = try advance(&frame)
          guard let inner else {
            end(frame)
            continue
          }
          frames.append(frame)
          frames.append(inner)
        } catch {
          frames.append(frame)
          throw error
        }
      }
    } catch let fault as Fault {
      throw error(fault)
    }
    return builder.finish()
  }

  /// Goes through the parts of a value, up to one that has parts to be mapped itself.
  ///
  /// - Returns: That part; `nil` if there are no more.
  private mutating func advance(_ frame: inout MappingFrame) throws -> MappingFrame? {
    switch mapping[frame.node] {
    case .object(let form): return try readObject(form, &frame)
    case .array(let elements):
      while let element = frame.children.nextElement() {
        frame.position += 1
        if let inner = try add(element, elements, to: &frame) { return inner }
      }
    case .tuple(let elements):
      while let element = frame.children.nextElement() {
        let node = elements.indices.contains(frame.position) ? elements[frame.position] : 0
        frame.position += 1
        if let inner = try add(element, node, to: &frame) { return inner }
      }
    case .entries(let values): return try readEntries(values, &frame)
    case .beside(let form):
      if frame.position == 0 { frame.names.formUnion(form.names.map(ExactText.init)) }
      return try readEntries(form.values, &frame)
    case .elements(let elements):
      // What comes after an element that is still to come has to wait for it. If the element never
      // came, the array ends before it, since what has been shown of it must not change.
      while elements.indices.contains(frame.position), !frame.isWithheld {
        let element = elements[frame.position]
        frame.position += 1
        guard let value = frame.source.property(named: element.property) else {
          frame.isWithheld = !frame.source.isComplete
          frame.position = elements.count
          break
        }
        let inner = try add(value, element.value, to: &frame)
        if !value.isComplete { frame.isWithheld = true }
        if let inner { return inner }
      }
    case .same, .alias, .wrapped, .text, .choices, .union: break
    }
    return nil
  }

  private mutating func end(_ frame: MappingFrame) {
    let isIncomplete = frame.isWithheld || !frame.source.isComplete
    guard !frame.opensContainer else { return builder.endContainer(isIncomplete: isIncomplete) }
    guard let outer = frames.indices.last else { return }
    if isIncomplete { frames[outer].isWithheld = true }
    frames[outer].names = frame.names
  }

  // MARK: Parts

  /// Adds what becomes of a part.
  ///
  /// - Returns: The part, if its own parts are to be mapped.
  private mutating func add(
    _ value: StoredContent, _ node: Int, as name: MappingFrame.Name = .none,
    to frame: inout MappingFrame
  ) throws -> MappingFrame? {
    switch try add(value, node, as: name) {
    case .added: return nil
    case .withheld:
      frame.isWithheld = true
      return nil
    case .opened(let inner): return inner
    }
  }

  private mutating func readObject(
    _ form: AnswerMapping.ObjectForm, _ frame: inout MappingFrame
  ) throws -> MappingFrame? {
    while let (key, value) = frame.children.nextMember() {
      if let index = index(of: key, in: form, frame) {
        frame.position = index + 1
        if let inner = try read(value, form.properties[index], &frame) { return inner }
      } else if let beside = mapping.beside(form), key.isEqual(to: beside.property),
        value.shape == .array
      {
        // Mostly there are none.
        if value.childCount == 0, value.isComplete { continue }
        var entries = MappingFrame(
          form.beside, of: value, as: .array, name: .none, opensContainer: false)
        entries.names = frame.names
        return entries
      } else {
        try note(key, of: form, &frame)
        let node = form.keepsOthers ? 0 : form.others(key.name, &patterns)
        if let inner = try add(value, node, as: .same(key), to: &frame) { return inner }
      }
    }
    if frame.source.isComplete { addNulls(form, of: frame.source) }
    return nil
  }

  /// The index of a property by its name in the answer.
  private mutating func index(
    of key: StoredKey, in form: AnswerMapping.ObjectForm, _ frame: MappingFrame
  ) -> Int? {
    let next = frame.position
    // Properties mostly come in order.
    guard form.isLarge else { return form.index(of: key, from: next) }
    if next < form.properties.count, key.isEqual(to: form.properties[next].answerName) {
      return next
    }
    return names(of: form, frame.node).answers[ExactText(key.name)]
  }

  private mutating func names(of form: AnswerMapping.ObjectForm, _ node: Int) -> PropertyNames {
    if let known = names[node] { return known }
    let made = PropertyNames(form)
    names[node] = made
    return made
  }

  /// Notes a property without a place of its own, whose name no other part of the object may have.
  private mutating func note(
    _ key: StoredKey, of form: AnswerMapping.ObjectForm, _ frame: inout MappingFrame
  ) throws {
    let name = key.name
    // A property that has another name in answers may be there, too.
    let declared =
      form.isLarge
      ? names(of: form, frame.node).declared[ExactText(name)]
      : form.properties.firstIndex { key.isEqual(to: $0.name) }
    let isDeclared =
      declared.map { frame.source.property(named: form.properties[$0].answerName) != nil } ?? false
    let isNew = mapping.beside(form) == nil || frame.names.insert(ExactText(name)).inserted
    if isDeclared || !isNew { throw Fault(twice: name) }
  }

  private mutating func read(
    _ value: StoredContent, _ property: borrowing AnswerMapping.Property,
    _ frame: inout MappingFrame
  ) throws -> MappingFrame? {
    var value = value
    switch property.absence {
    case .null where value.shape == .null: return nil
    case .emptyArray where value.shape == .array:
      var elements = StoredChildren(value, of: .array)
      guard let element = elements.nextElement() else {
        if !value.isComplete { frame.isWithheld = true }
        return nil
      }
      guard elements.nextElement() == nil else {
        throw Fault(
          .tooManyValues, "This is a list of more than one value.", "Give one value, or none.",
          .declared(property.name))
      }
      value = element
    default: break
    }
    return try add(value, property.value, as: .declared(property.name), to: &frame)
  }

  /// Adds the properties that are null where the answer lacks them.
  private mutating func addNulls(_ form: AnswerMapping.ObjectForm, of answer: StoredContent) {
    for index in form.properties.indices
    where form.properties[index].absence == .omittedForNull
      && answer.property(named: form.properties[index].answerName) == nil
      && answer.property(named: form.properties[index].name) == nil
    {
      builder.key(form.properties[index].name)
      builder.null()
    }
  }

  private mutating func readEntries(
    _ values: Int, _ frame: inout MappingFrame
  ) throws -> MappingFrame? {
    while let entry = frame.children.nextElement() {
      frame.position += 1
      guard let key = entry.property(named: AnswerMapping.Entry.key),
        let value = entry.property(named: AnswerMapping.Entry.value), key.isComplete
      else {
        guard !entry.isComplete else {
          throw Fault(
            .invalidEntry,
            "Entry \(frame.position) has no '\(AnswerMapping.Entry.key)' or no"
              + " '\(AnswerMapping.Entry.value)'.",
            "Give both in each entry.", .none)
        }
        frame.isWithheld = true
        continue
      }
      guard key.shape == .string else {
        throw Fault(
          .invalidEntry, "The '\(AnswerMapping.Entry.key)' of an entry is not a string.",
          "Give it as a string.",
          .none)
      }
      let name = key.text
      guard frame.names.insert(ExactText(name)).inserted else {
        throw Fault(twice: name)
      }
      if let inner = try add(value, values, as: .declared(name), to: &frame) { return inner }
    }
    return nil
  }

  // MARK: Errors

  /// What is wrong with the part of the innermost value that is being mapped.
  struct Fault: Error {
    let code: AnswerMappingError.Code
    let problem: String
    let remedy: String

    /// The name of the part; of none, what is wrong is the value itself.
    let name: MappingFrame.Name

    init(
      _ code: AnswerMappingError.Code, _ problem: String, _ remedy: String,
      _ name: MappingFrame.Name
    ) {
      self.code = code
      self.problem = problem
      self.remedy = remedy
      self.name = name
    }

    init(twice name: String) {
      self.init(
        .duplicateKey, "The key '\(name)' occurs twice.",
        "Give each key once, and none that has a property.",
        .declared(name))
    }
  }

  private func error(_ fault: Fault) -> AnswerMappingError {
    let names = frames.dropFirst().map(\.name) + [fault.name]
    let steps = zip(frames, names).compactMap { mapping.step(from: $0, to: $1) }
    return AnswerMappingError(
      fault.code, fault.problem, at: SchemaPath(steps), remedy: fault.remedy)
  }
}
