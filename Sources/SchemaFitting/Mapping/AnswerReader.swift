import ContentStorage
import IndexedTables
import SchemaContent
public import SchemaModel

/// Reads an answer through a mapping while it arrives.
///
///     var reader = AnswerReader(fitted.mapping)
///     for try await chunk in answer {
///       try parser.append(chunk)
///       show(try reader.content(from: parser.snapshot()))
///     }
///
/// Each call continues where the last one stopped, so that the work for a stream is linear in its
/// text. The content of a snapshot is a prefix of the content of the next snapshot, and both share
/// memory. A value appears only when its form is known. Deep nesting takes memory, but no call
/// stack.
///
/// A reader cannot be copied, since it appends to the memory that its snapshots share.
public struct AnswerReader: ~Copyable {
  private let plan: MappingPlan
  private var builder: ContentBuilder

  /// The answer, and the values of the JSON texts in it that are being read.
  private var texts: AnswerTexts

  /// The values whose parts are being read, the innermost last; empty after the answer has been
  /// read.
  private var frames: [AnswerFrame] = []

  /// The number of outer frames that still refer to an earlier snapshot.
  private var staleCount = 0

  /// Indicates whether the complete answer has arrived.
  private var isComplete = false
  private var error: AnswerMappingError?
  private var keys = KeyLog()
  private var patterns = PatternMatchers()

  /// The value of the innermost frame if this value is a scalar.
  private var waiting: StoredContent?

  /// The search for the alternative of the innermost frame if its value belongs to a union.
  private var alternatives: AlternativeSearch?

  /// Creates a reader for one answer.
  ///
  /// - Parameter mapping: The mapping of the fitted schema.
  public init(_ mapping: AnswerMapping) {
    let nothing = GeneratedContent.nothing()
    self.init(mapping.plan, for: nothing, ContentPlaces(nothing))
  }

  /// Creates a reader at the beginning of an answer.
  private init(_ plan: MappingPlan, for answer: GeneratedContent, _ places: ContentPlaces) {
    self.plan = plan
    texts = AnswerTexts(places)
    builder = ContentBuilder(
      id: answer.id, words: places.wordCount + 8, textBytes: 6 * places.wordCount)
    frames.reserveCapacity(8)
    frames.append(
      AnswerFrame(
        .answer(plan.root), at: places.root, of: 0, .none, firstKey: 0, in: places))
  }

  /// Converts one answer to content of the declared type.
  static func content(
    from answer: GeneratedContent, by plan: MappingPlan
  ) throws -> GeneratedContent {
    var reader = AnswerReader(plan, for: answer, ContentPlaces(answer))
    return try reader.resume(with: answer)
  }

  /// Converts the part of an answer that has arrived to content of the declared type.
  ///
  /// - Parameter answer: The next snapshot of the answer, or the complete answer. If the snapshot
  ///   belongs to another answer, or is older than the last snapshot, the reader begins again.
  /// - Returns: The content; see ``AnswerMapping/content(from:)``.
  /// - Throws: ``AnswerMappingError``, as ``AnswerMapping/content(from:)`` does. After an error,
  ///   the reader throws it again for each later snapshot of the answer.
  /// - Complexity: O(n) in the size of the text that has arrived since the last snapshot; O(1) if
  ///   the mapping is the identity.
  public mutating func content(from answer: GeneratedContent) throws -> GeneratedContent {
    guard !plan.isIdentity else { return answer }
    let places = ContentPlaces(answer)
    if !texts.resume(to: places) {
      self = AnswerReader(plan, for: answer, places)
    } else if let error {
      throw error
    }
    return try resume(with: answer)
  }

  /// Reads the part of an answer that has arrived, and returns the content so far.
  ///
  /// A fault becomes an error with the path of the value that was read.
  private mutating func resume(with answer: GeneratedContent) throws -> GeneratedContent {
    staleCount = frames.count
    isComplete = answer.isComplete
    do {
      try resumeTexts()
      try read()
    } catch let fault as AnswerFault {
      let error = AnswerMappingError(
        fault.code, fault.problem, at: frames.path(to: fault.name, in: texts, plan),
        remedy: fault.remedy)
      self.error = error
      throw error
    }
    return builder.snapshot()
  }

  // MARK: Frames

  /// Reads the part of the answer that has arrived.
  ///
  /// While the innermost frame is read, it is not in `frames`, since most steps change it.
  private mutating func read() throws {
    // The text of the frame. Without this variable, each step would copy the text.
    var (number, answer) = (0, texts[0])
    guard answer.shape(at: answer.root) != .nothing, var frame = frames.popLast() else { return }
    do {
      while true {
        if frame.text != number { (number, answer) = (frame.text, texts[frame.text]) }
        if frames.count < staleCount {
          staleCount = frames.count
          frame.resume(to: answer)
        }
        switch try advance(&frame, answer) {
        case .moved: continue
        case .ended: break
        case .waiting:
          guard !answer.isOpen(at: frame.place), !hasToWait() else { return frames.append(frame) }
          // The value ends at this place, although it is not complete.
          frame.isIncomplete = true
        }
        try addNulls(frame, answer)
        let isIncomplete = end(frame, answer)
        guard let outer = frames.popLast() else { return }
        frame = outer
        if isIncomplete { frame.isIncomplete = true }
      }
    } catch {
      frames.append(frame)
      throw error
    }
  }

  /// The progress of the innermost value.
  private enum Progress {
    /// Another value has become the innermost one.
    case moved

    /// More of the answer has to arrive.
    case waiting

    /// The complete value has been read.
    case ended
  }

  /// Reads the parts of a value, up to a part that needs its own frame.
  private mutating func advance(
    _ frame: inout AnswerFrame, _ answer: ContentPlaces
  ) throws -> Progress {
    switch frame.kind {
    case .mapped(.object(let object)):
      if try readObject(object, answer, &frame) { return .moved }
    case .mapped(.union): return try readUnion(answer, &frame)
    case .mapped(let cursor):
      if let form = plan.form(at: cursor) { return try readForm(form, cursor, answer, &frame) }
      while let part = answer.next(&frame.children) {
        let node = plan.node(ofPart: frame.position, at: cursor)
        frame.position += 1
        if try add(part, node, .none, answer, &frame) { return .moved }
      }
    case .copy: if try copyParts(answer, &frame) { return .moved }
    case .answer(let node), .text(let node):
      let value = texts.last
      if frame.position == 0 {
        guard value.shape(at: value.root) != .nothing else { return .waiting }
        frame.position = 1
        if try add(value.root, node, frame.name, value, &frame) { return .moved }
      }
    case .string(let count):
      frame.kind = .string(
        count: answer.withText(at: frame.place) { text in
          builder.appendText(text.extracting(count..<text.count))
          return text.count
        })
      if answer.isOpen(at: frame.place) || hasToWait() { return .waiting }
      builder.endString()
      return .ended
    case .scalar:
      guard !hasToWait() else { return .waiting }
      if let value = waiting.take() {
        try begin(frame.name, after: frame.firstKey)
        builder.append(value)
      }
      return .ended
    }
    return !isComplete && (answer.isOpen(at: frame.place) || hasToWait()) ? .waiting : .ended
  }

  /// Begins a value that needs its own frame.
  ///
  /// If the frame makes a container, the container begins, too.
  ///
  /// - Returns: `true`: a frame reads the value.
  private mutating func beginFrame(
    _ kind: AnswerFrame.Kind, makes container: ContentShape? = nil, _ place: ContentPlace,
    _ name: AnswerFrame.Name, _ answer: ContentPlaces, _ frame: inout AnswerFrame
  ) throws -> Bool {
    if let container {
      try begin(name, after: frame.firstKey)
      container == .object ? builder.beginObject() : builder.beginArray()
    }
    let firstKey = kind.makesContainer ? keys.count : frame.firstKey
    frames.append(frame)
    frame = AnswerFrame(
      kind, at: place, of: texts.count - 1, name, firstKey: firstKey, in: answer)
    return true
  }

  /// Removes the innermost frame, whose value is then read in another way.
  private mutating func leave(_ frame: inout AnswerFrame) -> AnswerFrame {
    let value = frame
    frame = frames.removeLast()
    return value
  }

  /// Ends the value of a frame.
  ///
  /// - Returns: Whether the value around it is incomplete, too.
  private mutating func end(_ frame: AnswerFrame, _ answer: ContentPlaces) -> Bool {
    if case .text = frame.kind { texts.removeLast() }
    guard frame.kind.makesContainer else { return frame.isIncomplete }
    keys.leaveObject(frame.firstKey)
    builder.endContainer(
      isIncomplete: frame.isIncomplete || !isComplete && !answer.isComplete(at: frame.place))
    return false
  }

  /// Indicates whether a value has to wait, since it is the only part of a value around it that has
  /// not ended.
  private func hasToWait() -> Bool {
    guard !isComplete else { return false }
    for frame in frames.reversed() {
      guard frame.kind.standsForPart else { return false }
      if isArriving(frame) { return true }
    }
    return false
  }

  /// Indicates whether a part of the innermost value has to wait.
  private func partsHaveToWait(_ frame: AnswerFrame) -> Bool {
    !isComplete && frame.kind.standsForPart && (isArriving(frame) || hasToWait())
  }

  private func isArriving(_ frame: AnswerFrame) -> Bool {
    let answer = texts[frame.text]
    return answer.isOpen(at: answer.later(frame.place))
  }

  // MARK: Parts

  /// Continues with a container that stays unchanged.
  private mutating func copyParts(
    _ answer: ContentPlaces, _ frame: inout AnswerFrame
  ) throws -> Bool {
    let isObject = answer.shape(at: frame.place) == .object
    while true {
      var name = AnswerFrame.Name.none
      if isObject {
        guard let key = answer.nextKey(&frame.children) else { return false }
        name = .key(key, of: frame.text)
      }
      guard let part = answer.next(&frame.children) else { return false }
      if try addUnchanged(part, name, answer, &frame) { return true }
    }
  }

  /// Reads the value of a union, if its alternative is known.
  private mutating func readUnion(
    _ answer: ContentPlaces, _ frame: inout AnswerFrame
  ) throws -> Progress {
    var search = alternatives.take()
    guard let node = search?.node(at: frame.place, in: answer) else {
      alternatives = search
      return .waiting
    }
    let value = leave(&frame)
    _ = try add(value.place, node, value.name, answer, &frame)
    return .moved
  }

  /// Reads the parts of a value with a form, up to a part that needs its own frame.
  private mutating func readForm(
    _ form: any AnswerForm, _ cursor: MappingCursor, _ answer: ContentPlaces,
    _ frame: inout AnswerFrame
  ) throws -> Progress {
    while true {
      switch try form.read(&frame, of: answer) {
      case .part(let part, let number, let name):
        try check(name, at: cursor, answer)
        let name = frame.kind.standsForPart ? frame.name : name
        if try add(part, plan.node(ofPart: number, at: cursor), name, answer, &frame) {
          return .moved
        }
      case .content(let content, let name):
        try begin(frame.kind.standsForPart ? frame.name : name, after: frame.firstKey)
        builder.append(content)
      case .becomes(let content):
        waiting = content.stored
        frame.kind = .scalar
        return .moved
      case .unchanged:
        let value = leave(&frame)
        _ = try addUnchanged(value.place, value.name, answer, &frame)
        return .moved
      case .text(let number, let orString):
        let node = plan.node(ofPart: number, at: cursor)
        let value = leave(&frame)
        _ = try addText(value.place, node, orString, value.name, answer, &frame)
        return .moved
      case .more: return .waiting
      case .end: return hasToWait() ? .waiting : .ended
      }
    }
  }

  /// Checks that the key of an entry is not the name of a property.
  private func check(
    _ name: AnswerFrame.Name, at cursor: MappingCursor, _ answer: ContentPlaces
  ) throws {
    guard case .entries(let object, _) = cursor, case .distinctKey(let key, _) = name,
      plan.isReserved(key, of: plan.objects[object], in: answer)
    else { return }
    throw AnswerFault(reserved: name, answer.text(at: key))
  }

  // MARK: Objects

  /// Reads the properties of an object, up to a property that needs its own frame.
  ///
  /// - Returns: `true` if a frame, which is now the innermost one, reads a property.
  private mutating func readObject(
    _ id: MappingPlan.Object.ID, _ answer: ContentPlaces, _ frame: inout AnswerFrame
  ) throws -> Bool {
    let object = plan.objects[id]
    let first = object.properties.lowerBound
    var children = frame.children
    var next = first.advanced(by: frame.position)
    var run = MemberRun()
    while let member = answer.nextProperty(&children) {
      let shape = answer.shape(at: member.value)
      var reading = MappingPlan.Property.Reading.unnamed
      let known = plan.property(of: member, near: next, of: object, in: answer)
      if let known {
        next = known.advanced(by: 1)
        reading = plan.properties[known].reading(of: shape)
      }
      // Adjacent unchanged members are copied together.
      if case .copied = reading, answer.isComplete(at: member.value) {
        run.add(member)
        continue
      }
      run.end(in: &builder, answer)
      (frame.children, frame.position) = (children, first.distance(to: next))
      switch reading {
      case .entries:
        // Most objects have no entries.
        if !answer.isOpen(at: member.value), answer.count(at: member.value) == 0 { continue }
        let position = object.entries.firstIndex { $0.property == known } ?? 0
        return try beginFrame(
          .mapped(.entries(of: id, at: position)), member.value, .none, answer, &frame)
      case .unnamed:
        let name = try unlistedName(member, object, answer, &frame)
        let node = plan.node(ofOther: answer.text(at: member.key), of: object, &patterns)
        if try add(member.value, node, name, answer, &frame) { return true }
      case .dropped, .copied, .mapped:
        if let known, try read(member.value, reading, known, answer, &frame) { return true }
      }
    }
    run.end(in: &builder, answer)
    (frame.children, frame.position) = (children, first.distance(to: next))
    return false
  }

  /// Reads the value of a named property in the given way.
  ///
  /// - Returns: `true` if a frame, which is now the innermost one, reads the value.
  private mutating func read(
    _ part: ContentPlace, _ reading: MappingPlan.Property.Reading,
    _ property: MappingPlan.Property.ID,
    _ answer: ContentPlaces, _ frame: inout AnswerFrame
  ) throws -> Bool {
    let name = AnswerFrame.Name.property(property)
    // The answer may also have a property with the declared name.
    if !plan.properties[property].keepsName, !frame.record(property, under: .inAnswers) {
      throw AnswerFault(twice: name, plan.declaredNames[property])
    }
    switch reading {
    case .mapped(let node): return try add(part, node, name, answer, &frame)
    case .copied: return try addUnchanged(part, name, answer, &frame)
    case .dropped, .entries, .unnamed: return false
    }
  }

  /// Returns the name of an unlisted property.
  ///
  /// - Throws: `AnswerFault` if the name is the declared name of a renamed property that has
  ///   arrived.
  private func unlistedName(
    _ member: ContentPlaces.Property, _ object: MappingPlan.Object, _ answer: ContentPlaces,
    _ frame: inout AnswerFrame
  ) throws -> AnswerFrame.Name {
    let name = AnswerFrame.Name.key(member.key, of: frame.text)
    if object.hasRenamed,
      let renamed = plan.renamedProperty(declaredAs: member, of: object, in: answer),
      !frame.record(renamed, under: .declared)
    {
      throw AnswerFault(twice: name, plan.declaredNames[renamed])
    }
    return object.entries.isEmpty ? name : .distinctKey(member.key, of: frame.text)
  }

  /// Adds `null` for each missing property of a complete object whose absence stands for `null`.
  private mutating func addNulls(_ frame: AnswerFrame, _ answer: ContentPlaces) throws {
    guard case .mapped(.object(let id)) = frame.kind, plan.objects[id].addsNulls,
      !answer.isOpen(at: frame.place)
    else { return }
    let object = plan.objects[id]
    var present: Set<MappingPlan.Property.ID> = []
    var next = object.properties.lowerBound
    var children = answer.children(of: frame.place)
    while let member = answer.nextProperty(&children) {
      guard
        let property = plan.property(of: member, near: next, of: object, in: answer)
          ?? plan.renamedProperty(declaredAs: member, of: object, in: answer)
      else { continue }
      present.insert(property)
      next = property.advanced(by: 1)
    }
    for property in object.properties
    where plan.properties[property].isNullIfAbsent && !present.contains(property) {
      try begin(.property(property), after: frame.firstKey)
      builder.null()
    }
  }

  // MARK: Values

  /// Adds the declared form of a value, or begins a frame that reads it.
  ///
  /// - Returns: `true` if a frame, which is now the innermost one, reads the value.
  private mutating func add(
    _ place: ContentPlace, _ node: AnswerMapping.Node.ID, _ name: AnswerFrame.Name,
    _ answer: ContentPlaces,
    _ frame: inout AnswerFrame
  ) throws -> Bool {
    let cursor = plan.cursor(at: node, for: place, in: answer, &alternatives)
    if case .same = cursor { return try addUnchanged(place, name, answer, &frame) }
    let container = plan.container(at: cursor)
    return try beginFrame(.mapped(cursor), makes: container, place, name, answer, &frame)
  }

  /// Adds an unchanged value, or begins the value if it or the value around it is incomplete.
  private mutating func addUnchanged(
    _ place: ContentPlace, _ name: AnswerFrame.Name, _ answer: ContentPlaces,
    _ frame: inout AnswerFrame
  ) throws -> Bool {
    let shape = answer.shape(at: place)
    guard answer.isOpen(at: place) || partsHaveToWait(frame) else {
      if shape == .nothing {
        frame.isIncomplete = true
      } else {
        try begin(name, after: frame.firstKey)
        builder.append(answer, at: place)
      }
      return false
    }
    switch shape {
    case .object, .array: return try beginFrame(.copy, makes: shape, place, name, answer, &frame)
    case .string:
      try begin(name, after: frame.firstKey)
      builder.beginString()
      return try beginFrame(.string(count: 0), place, name, answer, &frame)
    case .nothing, .null, .bool, .number:
      waiting = answer.stored(at: place)
      return try beginFrame(.scalar, place, name, answer, &frame)
    }
  }

  /// Writes the name of a value, in the object whose keys begin at an index in the log.
  private mutating func begin(_ name: AnswerFrame.Name, after firstKey: Int) throws {
    switch name {
    case .none: return
    case .property(let property): builder.key(plan.declaredNames[property])
    case .key(let place, let text): builder.key(texts[text], at: place)
    case .distinctKey(let place, let text):
      if !builder.key(texts[text], at: place, distinctIn: &keys, after: firstKey) {
        throw AnswerFault(twice: name, texts[text].text(at: place))
      }
    }
  }

  // MARK: Texts

  /// Begins a value in a string of JSON text.
  private mutating func addText(
    _ place: ContentPlace, _ node: AnswerMapping.Node.ID, _ orString: Bool,
    _ name: AnswerFrame.Name,
    _ answer: ContentPlaces, _ frame: inout AnswerFrame
  ) throws -> Bool {
    let options = GeneratedContentParser.Options(below: builder.depth)
    guard !answer.isOpen(at: place) else {
      _ = try beginFrame(.text(node), place, name, answer, &frame)
      texts.append(TextParser(options), frame: frames.count)
      try resume(inText: texts.count - 1, of: frame)
      return true
    }
    let isLeftAsIs = node == .same && !partsHaveToWait(frame)
    if isLeftAsIs {
      try begin(name, after: frame.firstKey)
      let maximum = GeneratedContent.maximumDepth
      let isJSON = answer.withText(at: place) { builder.append(json: $0, maximumDepth: maximum) }
      if isJSON { return false }
    }
    let content: GeneratedContent
    do {
      content = try answer.content(ofTextAt: place, options)
    } catch {
      let fault = AnswerFault(inText: error, name)
      guard orString, fault.code == .invalidText else { throw fault }
      guard isLeftAsIs else { return try addUnchanged(place, name, answer, &frame) }
      builder.append(answer, at: place)
      return false
    }
    _ = try beginFrame(.text(node), place, name, answer, &frame)
    texts.append(ContentPlaces(content))
    return true
  }

  /// Parses the part of each JSON text that has arrived since the last snapshot.
  private mutating func resumeTexts() throws {
    for number in 1..<texts.count {
      guard let index = texts.frame(ofArriving: number) else { continue }
      do {
        try resume(inText: number, of: frames[index])
      } catch {
        frames.removeSubrange((index + 1)...)
        throw error
      }
    }
  }

  private mutating func resume(inText number: Int, of frame: AnswerFrame) throws {
    do {
      try texts.resume(number, at: texts[number - 1].later(frame.place))
    } catch {
      throw AnswerFault(inText: error, frame.name)
    }
  }
}
