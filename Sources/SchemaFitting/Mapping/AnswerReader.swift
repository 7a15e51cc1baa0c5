import ContentStorage
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
/// Each call continues where the last one stopped, so that the work for a stream is in proportion
/// to its text. The content of a snapshot is a beginning of the content of the next one, and shares
/// its memory. A value is written only when its form is known. Nothing recurses.
///
/// A reader cannot be copied, since it writes where the content of its snapshots is read.
public struct AnswerReader: ~Copyable {
  private let plan: MappingPlan
  private var builder: ContentBuilder

  /// The answer, and the values of the JSON texts in it that are being read.
  private var texts: AnswerTexts

  /// The values whose parts are being read, the innermost last.
  private var frames: [AnswerFrame] = []

  /// The number of snapshots that have been read.
  private var snapshot = 0

  /// Indicates whether the whole answer has arrived, so that nothing is open.
  private var isWhole = false
  private var isBegun = false
  private var error: AnswerMappingError?
  private var keys = KeyLog()
  private var patterns = PatternMatchers()

  /// The scalar that waits for the end of what is around it.
  private var waiting: StoredContent?

  /// Creates a reader for one answer.
  ///
  /// - Parameter mapping: The mapping of the schema that the answer is for.
  public init(_ mapping: AnswerMapping) {
    plan = mapping.plan
    texts = AnswerTexts()
    builder = ContentBuilder(id: nil, words: 0, textBytes: 0)
  }

  /// Creates a reader that has begun an answer.
  private init(_ plan: MappingPlan, for answer: GeneratedContent) {
    self.plan = plan
    let places = ContentPlaces(answer)
    texts = AnswerTexts(places)
    builder = ContentBuilder(forContentOf: answer, places)
  }

  /// The content that one answer stands for.
  static func content(
    from answer: GeneratedContent, by plan: MappingPlan
  ) throws -> GeneratedContent {
    var reader = AnswerReader(plan, for: answer)
    return try reader.goOn(with: answer)
  }

  /// The content of the declared type that an answer stands for, as far as it has arrived.
  ///
  /// - Parameter answer: The next snapshot of the answer, or the whole. One of another answer, or
  ///   one before the last, is read from its beginning.
  /// - Returns: The content; see ``AnswerMapping/content(from:)``.
  /// - Throws: ``AnswerMappingError``, as ``AnswerMapping/content(from:)`` does, and then for each
  ///   later snapshot of the answer.
  /// - Complexity: O(n) in the size of what has arrived since the last snapshot; O(1) if the
  ///   mapping is the identity.
  public mutating func content(from answer: GeneratedContent) throws -> GeneratedContent {
    guard !plan.isIdentity else { return answer }
    let places = ContentPlaces(answer)
    if !texts.goOn(to: places) {
      begin(answer, places)
    } else if let error {
      throw error
    }
    return try goOn(with: answer)
  }

  private mutating func goOn(with answer: GeneratedContent) throws -> GeneratedContent {
    snapshot += 1
    isWhole = answer.isComplete
    do {
      try goOnInTexts()
      try read()
    } catch let fault as AnswerFault {
      let error = AnswerMappingError(
        fault.code, fault.problem, at: frames.path(to: fault.name, in: texts, plan),
        remedy: fault.remedy)
      self.error = error
      throw error
    }
    return isBegun ? builder.snapshot() : .nothing(id: answer.id)
  }

  private mutating func begin(_ answer: GeneratedContent, _ places: ContentPlaces) {
    texts = AnswerTexts(places)
    frames = []
    builder = ContentBuilder(forContentOf: answer, places)
    keys = KeyLog()
    (error, waiting, isBegun) = (nil, nil, false)
  }

  private mutating func read() throws {
    // The text of the last frame, which each frame would otherwise copy.
    var (number, answer) = (0, texts[0])
    if !isBegun {
      guard answer.shape(at: answer.root) != .nothing else { return }
      isBegun = true
      frames.reserveCapacity(8)
      _ = try add(answer.root, plan.root, .none, answer)
    }
    while let top = frames.indices.last {
      if frames[top].text != number {
        (number, answer) = (frames[top].text, texts[frames[top].text])
      }
      frames[top].goOn(to: answer, snapshot: snapshot)
      switch try advance(top, answer) {
      case .opened: continue
      case .ended:
        try addNulls(top, answer)
        endLast()
      case .waiting:
        guard !answer.isOpen(at: frames[top].place), !isHeld(frames[top].holder) else { return }
        // The value ends here, although it is not complete.
        frames[top].isIncomplete = true
        try addNulls(top, answer)
        endLast()
      }
    }
  }

  // MARK: Parts

  /// The progress of a value.
  private enum Progress {
    /// One of its parts has been begun, and comes first.
    case opened

    /// More of the answer has to arrive.
    case waiting

    /// All of it has been read.
    case ended
  }

  /// Goes through the parts of a value, up to one that is read by a frame of its own.
  private mutating func advance(_ top: Int, _ answer: ContentPlaces) throws -> Progress {
    let place = frames[top].place
    switch frames[top].kind {
    case .object: if try readObject(top, answer) { return .opened }
    case .array, .tuple: if try readElements(top, answer) { return .opened }
    case .copy: if try copyParts(top, answer) { return .opened }
    case .list: if try readList(top, answer) { return .opened }
    case .form, .single, .beside: return try readForm(top, answer)
    case .text: return try readText(top)
    case .string: return copyText(top, answer)
    case .union:
      guard let node = frames[top].alternatives?.node(at: place, in: answer) else {
        return .waiting
      }
      let name = frames.removeLast().name
      _ = try add(place, node, name, answer)
      return .opened
    case .scalar:
      guard !isHeld(frames[top].holder) else { return .waiting }
      let name = frames[top].name
      if let waiting {
        try begin(name)
        builder.append(waiting)
      }
      waiting = nil
      return .ended
    }
    return answer.isOpen(at: place) || isHeld(frames[top].holder) ? .waiting : .ended
  }

  /// Indicates whether a value has to wait, since what is around it has not ended.
  private func isHeld(_ holder: Int) -> Bool {
    guard !isWhole, holder >= 0 else { return false }
    let answer = texts[frames[holder].text]
    return answer.isOpen(at: answer.later(frames[holder].place))
  }

  private mutating func endLast() {
    let top = frames.count - 1
    var isIncomplete = frames[top].isIncomplete
    switch frames[top].kind {
    case .object, .array, .tuple, .form, .copy:
      if !isWhole, !texts[frames[top].text].isComplete(at: frames[top].place) {
        isIncomplete = true
      }
      keys.leaveObject(frames[top].firstKey)
      builder.endContainer(isIncomplete: isIncomplete)
    case .single, .list, .text, .union, .string, .scalar, .beside:
      if isIncomplete, top > 0 { frames[top - 1].isIncomplete = true }
      if frames[top].kind == .text { texts.removeLast() }
    }
    frames.removeLast()
  }

  private mutating func readElements(_ top: Int, _ answer: ContentPlaces) throws -> Bool {
    let node = frames[top].node
    let elements = frames[top].kind == .tuple ? plan.tuples[node] : nil
    while let part = answer.next(&frames[top].children) {
      let position = frames[top].position
      frames[top].position += 1
      let element = elements.map { $0.indices.contains(position) ? $0[position] : 0 } ?? node
      if try add(part, element, .none, answer) { return true }
    }
    return false
  }

  /// Goes on with a container that stays as it is.
  private mutating func copyParts(_ top: Int, _ answer: ContentPlaces) throws -> Bool {
    let isObject = answer.shape(at: frames[top].place) == .object
    while true {
      var name = AnswerFrame.Name.none
      if isObject {
        guard let key = answer.nextKey(&frames[top].children) else { return false }
        name = .key(answer.place(ofKey: key), of: frames[top].text)
      }
      guard let part = answer.next(&frames[top].children) else { return false }
      if try add(part, 0, name, answer) { return true }
    }
  }

  /// Reads an array that has at most one value.
  private mutating func readList(_ top: Int, _ answer: ContentPlaces) throws -> Bool {
    while let part = answer.next(&frames[top].children) {
      frames[top].position += 1
      guard frames[top].position == 1 else {
        throw AnswerFault(
          code: .tooManyValues, problem: "This is a list of more than one value.",
          remedy: "Give one value, or none.")
      }
      if try add(part, frames[top].node, frames[top].name, answer) { return true }
    }
    return false
  }

  private mutating func readForm(_ top: Int, _ answer: ContentPlaces) throws -> Progress {
    while true {
      let place = frames[top].place
      let isSingle = frames[top].kind == .single
      switch try step(top, answer) {
      case .part(let part, let node, let name):
        if try add(part, node, isSingle ? frames[top].name : name, answer) { return .opened }
      case .content(let content, let name):
        try begin(isSingle ? frames[top].name : name)
        builder.append(content)
      case .becomes(let content):
        let frame = frames.removeLast()
        _ = try add(content.stored, frame, answer)
        return .opened
      case .unchanged:
        let name = frames.removeLast().name
        _ = try addUnchanged(place, name, answer)
        return .opened
      case .text(let node, let orString):
        let name = frames.removeLast().name
        _ = try addText(place, node, orString, name, answer)
        return .opened
      case .more: return .waiting
      case .end: return isHeld(frames[top].holder) ? .waiting : .ended
      }
    }
  }

  private mutating func step(_ top: Int, _ answer: ContentPlaces) throws -> AnswerFrame.Step {
    if frames[top].kind == .beside {
      let object = plan.objects[frames[top].node]
      let step = try EntriesForm.read(&frames[top], of: answer, object.form.beside?.values ?? 0)
      if case .part(_, _, let name) = step, case .distinctKey(let key, _) = name,
        object.isNamed(key, in: answer, plan)
      {
        throw AnswerFault(twice: name, answer.text(at: key))
      }
      return step
    }
    return try plan.forms[frames[top].node].form.read(&frames[top], of: answer)
  }

  // MARK: Objects

  private mutating func readObject(_ top: Int, _ answer: ContentPlaces) throws -> Bool {
    let object = plan.objects[frames[top].node]
    var children = frames[top].children
    var run = MemberRun()
    while let member = answer.nextMember(&children) {
      let part = member.value
      let index = object.index(of: member, near: frames[top].position, in: answer, plan)
      if let index, index < object.properties.count {
        frames[top].position = index + 1
        let property = object.properties[index]
        if member.isNull, property.dropsNull {
          run.end(in: &builder, answer)
          try rejectImpostor(of: property, index, of: object, top, answer)
          continue
        }
        // Members that stay as they are, are copied together.
        if member.isComplete, member.isNull ? property.keepsNull : property.keepsValue {
          run.add(member.key, part)
          continue
        }
        run.end(in: &builder, answer)
        frames[top].children = children
        if try read(part, property, index, of: object, top, answer) { return true }
      } else if member.isArray, index != nil {
        // Mostly there are none.
        run.end(in: &builder, answer)
        if !answer.isOpen(at: part), answer.count(at: part) == 0 { continue }
        frames[top].children = children
        open(.beside, frames[top].node, part, .none, answer)
        return true
      } else {
        run.end(in: &builder, answer)
        frames[top].children = children
        let name = try note(member.key, object, top, answer)
        let node = object.form.others(answer.text(at: member.key), &patterns)
        if try add(part, node, name, answer) { return true }
      }
    }
    run.end(in: &builder, answer)
    frames[top].children = children
    return false
  }

  private mutating func read(
    _ part: Int, _ property: MappingPlan.Property, _ index: Int, of object: MappingPlan.Object,
    _ top: Int, _ answer: ContentPlaces
  ) throws -> Bool {
    let name = AnswerFrame.Name.property(object: frames[top].node, index: index)
    try rejectImpostor(of: property, index, of: object, top, answer)
    if property.absence == .emptyArray, answer.shape(at: part) == .array {
      open(.list, property.value, part, name, answer)
      return true
    }
    return try add(part, property.value, name, answer)
  }

  /// Throws if the answer has a property under its declared name, too, although it has another one
  /// there.
  private func rejectImpostor(
    of property: MappingPlan.Property, _ index: Int, of object: MappingPlan.Object, _ top: Int,
    _ answer: ContentPlaces
  ) throws {
    guard frames[top].hasImpostor, !property.keepsName else { return }
    let name = object.form.properties[index].name
    guard answer.value(named: name, of: frames[top].place) == nil else {
      throw AnswerFault(twice: .property(object: frames[top].node, index: index), name)
    }
  }

  /// Notes a property without a place of its own, whose name no other part of the object may have.
  private mutating func note(
    _ key: Int, _ object: MappingPlan.Object, _ top: Int, _ answer: ContentPlaces
  ) throws -> AnswerFrame.Name {
    let name = AnswerFrame.Name.key(key, of: frames[top].text)
    let properties = object.form.properties
    if let impostor = object.renamed.first(where: { answer.isText(at: key, properties[$0].name) }) {
      // The property has another name in answers, and may be there, too.
      frames[top].hasImpostor = true
      if answer.value(named: properties[impostor].answerName, of: frames[top].place) != nil {
        throw AnswerFault(twice: name, properties[impostor].name)
      }
    }
    return object.form.beside == nil ? name : .distinctKey(key, of: frames[top].text)
  }

  /// Adds the properties of an object that are null where its answer, which has ended, lacks them.
  private mutating func addNulls(_ top: Int, _ answer: ContentPlaces) throws {
    guard frames[top].kind == .object, plan.objects[frames[top].node].addsNulls else {
      return
    }
    let form = plan.objects[frames[top].node].form
    let place = frames[top].place
    guard !answer.isOpen(at: place) else { return }
    for index in form.properties.indices
    where form.properties[index].absence == .omittedForNull
      && answer.value(named: form.properties[index].answerName, of: place) == nil
      && answer.value(named: form.properties[index].name, of: place) == nil
    {
      try begin(.property(object: frames[top].node, index: index))
      builder.null()
    }
  }

  // MARK: Values

  /// Adds what becomes of a value, or begins it.
  ///
  /// - Returns: Whether a frame reads it.
  private mutating func add(
    _ place: Int, _ node: Int, _ name: AnswerFrame.Name, _ answer: ContentPlaces
  ) throws -> Bool {
    // A value in another form than the schema asks for is copied, and a validator reports it.
    switch step(node, at: place, in: answer) {
    case .object(let object) where answer.shape(at: place) == .object:
      return try open(.object, makes: .object, object, place, name, answer)
    case .array(let elements) where answer.shape(at: place) == .array:
      return try open(.array, makes: .array, elements, place, name, answer)
    case .tuple(let number) where answer.shape(at: place) == .array:
      return try open(.tuple, makes: .array, number, place, name, answer)
    case .form(let number):
      guard plan.forms[number].form.reads(answer.shape(at: place)) else { break }
      if let container = plan.forms[number].container {
        return try open(.form, makes: container, number, place, name, answer)
      }
      open(.single, number, place, name, answer)
      return true
    case .union(let number):
      open(.union, number, place, name, answer)
      frames[frames.count - 1].alternatives = AlternativeSearch(
        number, at: place, in: answer, plan)
      return true
    case .same, .object, .array, .tuple: break
    }
    return try addUnchanged(place, name, answer)
  }

  /// The conversion of a value: a union only if the kind of the value does not decide.
  private func step(
    _ node: Int, at place: Int, in answer: ContentPlaces
  ) -> MappingPlan.Step {
    var node = node
    while true {
      let step = plan.step(node)
      guard case .union(let union) = step, let kind = ValueShape.Kind(answer.shape(at: place)),
        let known = plan.unions[union][kind].node
      else { return step }
      node = known
    }
  }

  /// Adds a value as it is, or begins it if more of it or of what is around it has to arrive.
  private mutating func addUnchanged(
    _ place: Int, _ name: AnswerFrame.Name, _ answer: ContentPlaces
  ) throws -> Bool {
    guard answer.isOpen(at: place) || isHeld(holder) else {
      guard answer.shape(at: place) != .nothing else {
        if let top = frames.indices.last { frames[top].isIncomplete = true }
        return false
      }
      try begin(name)
      builder.append(answer, at: place)
      return false
    }
    let shape = answer.shape(at: place)
    switch shape {
    case .object, .array: return try open(.copy, makes: shape, 0, place, name, answer)
    case .string:
      try begin(name)
      builder.beginString()
      open(.string, 0, place, name, answer)
    default:
      waiting = answer.stored(at: place)
      open(.scalar, 0, place, name, answer)
    }
    return true
  }

  /// Adds what the value of a frame has become, unless it has to wait.
  private mutating func add(
    _ content: StoredContent, _ frame: AnswerFrame, _ answer: ContentPlaces
  ) throws -> Bool {
    guard isHeld(frame.holder) else {
      try begin(frame.name)
      builder.append(content)
      return false
    }
    waiting = content
    open(.scalar, 0, frame.place, frame.name, answer)
    return true
  }

  /// Begins a container, whose parts follow.
  private mutating func open(
    _ kind: AnswerFrame.Kind, makes container: ContentShape, _ node: Int, _ place: Int,
    _ name: AnswerFrame.Name, _ answer: ContentPlaces
  ) throws -> Bool {
    try begin(name)
    container == .object ? builder.beginObject() : builder.beginArray()
    open(kind, node, place, name, answer)
    return true
  }

  private mutating func open(
    _ kind: AnswerFrame.Kind, _ node: Int, _ place: Int, _ name: AnswerFrame.Name,
    _ answer: ContentPlaces
  ) {
    let firstKey = kind.isInOuterObject ? self.firstKey : keys.count
    frames.append(
      AnswerFrame(
        kind, node, at: place, of: texts.count - 1, name, holder: holder, firstKey: firstKey,
        in: answer, snapshot: snapshot))
  }

  /// The index in the log of the first key of the object that is being made.
  private var firstKey: Int { frames.isEmpty ? 0 : frames[frames.count - 1].firstKey }

  /// The frame for which the parts of the innermost value have to wait, or -1.
  private var holder: Int {
    guard let top = frames.indices.last, frames[top].kind.makesNoContainer else { return -1 }
    return frames[top].holder >= 0 ? frames[top].holder : top
  }

  /// Begins a value by its name.
  private mutating func begin(_ name: AnswerFrame.Name) throws {
    switch name {
    case .none: return
    case .property(let object, let index):
      builder.key(plan.objects[object].form.properties[index].name)
    case .key(let place, let text): builder.key(texts[text], at: place)
    case .distinctKey(let place, let text):
      if !builder.key(texts[text], at: place, distinctIn: &keys, after: firstKey) {
        throw AnswerFault(twice: name, texts[text].text(at: place))
      }
    }
  }

  // MARK: Texts

  /// Copies what has arrived of a string.
  private mutating func copyText(_ top: Int, _ answer: ContentPlaces) -> Progress {
    let place = frames[top].place
    let count = frames[top].count
    frames[top].count = answer.withText(at: place) { text in
      builder.appendText(text.extracting(count..<text.count))
      return text.count
    }
    if answer.isOpen(at: place) || isHeld(frames[top].holder) { return .waiting }
    builder.endString()
    return .ended
  }

  /// Begins a value that a string has as JSON text.
  private mutating func addText(
    _ place: Int, _ node: Int, _ orString: Bool, _ name: AnswerFrame.Name, _ answer: ContentPlaces
  ) throws -> Bool {
    guard !answer.isOpen(at: place) else {
      open(.text, node, place, name, answer)
      texts.append(
        TextParser(GeneratedContentParser.Options(below: builder.depth)), frame: frames.count - 1)
      try goOnInTexts()
      return true
    }
    let isLeftAsIs = node == 0 && !isHeld(holder)
    if isLeftAsIs {
      try begin(name)
      let maximum = GeneratedContent.maximumDepth
      let isJSON = answer.withText(at: place) { builder.append(json: $0, maximumDepth: maximum) }
      if isJSON { return false }
    }
    switch answer.content(ofTextAt: place, below: builder.depth, name) {
    case .success(let content):
      open(.text, node, place, name, answer)
      texts.append(ContentPlaces(content))
      return true
    case .failure(let fault):
      guard orString, fault.code == .invalidText else { throw fault }
      guard isLeftAsIs else { return try addUnchanged(place, name, answer) }
      builder.append(answer, at: place)
      return false
    }
  }

  private mutating func readText(_ top: Int) throws -> Progress {
    let value = texts.last
    if frames[top].position == 0 {
      guard value.shape(at: value.root) != .nothing else { return .waiting }
      frames[top].position = 1
      if try add(value.root, frames[top].node, frames[top].name, value) { return .opened }
    }
    let isOpen = texts[frames[top].text].isOpen(at: frames[top].place)
    return isOpen || isHeld(frames[top].holder) ? .waiting : .ended
  }

  /// Parses what has arrived of JSON texts.
  private mutating func goOnInTexts() throws {
    for number in 1..<texts.count {
      guard let frame = texts.frame(ofArriving: number) else { continue }
      frames[frame].goOn(to: texts[number - 1], snapshot: snapshot)
      do {
        try texts.goOn(number, at: frames[frame].place)
      } catch {
        frames.removeSubrange((frame + 1)...)
        throw AnswerFault(inText: error, frames[frame].name)
      }
    }
  }
}
