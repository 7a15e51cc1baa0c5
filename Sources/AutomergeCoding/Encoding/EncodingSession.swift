import AutomergeDocument

/// The state of one call of an encoder: the containers and places that it has written.
///
/// The call is inside a transaction of the document. The functions `put` and `object` of a
/// ``CodingPlace`` create, replace or throw by the ``SchemaStrategy``. ``removeUnwritten()`` then
/// deletes the keys and elements that the value does not have. At the end, ``bind()`` connects each
/// ``Counter`` and ``AutomergeText`` to the document.
final class EncodingSession {
  private let encoder: AutomergeEncoder
  private var written = WrittenPlaces()
  private var bindings: [() throws -> Void] = []
  private var former = FormerValues()
  /// The first error in the creation of a container for the current value.
  private var failure: (any Error)?
  /// The number of nested values that are being encoded.
  private var depth = 0
  /// The number of steps from the root to the value that the call encodes.
  private let startCount: Int

  init(_ encoder: AutomergeEncoder, at path: [AnyCodingKey]) {
    self.encoder = encoder
    startCount = path.count
  }

  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }
  private var document: Document { encoder.doc }
  private var strategy: SchemaStrategy { encoder.schemaStrategy }
  private var isCautious: Bool { encoder.cautiousWrite }

  /// Returns the place at a path; `nil` for the root.
  func place(at path: [AnyCodingKey]) throws -> CodingPlace? {
    guard let last = path.last else { return nil }
    // A cautious encoder also doesn't replace containers along the path.
    let strategy = isCautious && strategy == .override ? .createWhenNeeded : strategy
    let container = try document.retrieveObjectId(
      path: path, containerType: .Value, strategy: strategy
    ).get()
    return CodingPlace(object: container, prop: last.prop)
  }

  /// Records that a place in a container is written.
  func note(_ place: CodingPlace) { written.insert(place) }

  /// Removes the keys and elements of the written containers that the value did not write.
  func removeUnwritten() throws {
    guard strategy != .readonly else { return }
    try written.removeOthers(from: document)
  }

  /// Binds counters and texts to the places to which they were written.
  ///
  /// Call this function after all values are encoded.
  func bind() throws { for binding in bindings { try binding() } }

  private func bindLater(_ binding: @escaping () throws -> Void) { bindings.append(binding) }
}

// Writing.
extension EncodingSession {
  /// Encodes any value at a place.
  ///
  /// `place`: The place; `nil` for the root.
  /// `path`: The path to the place.
  func encode(
    _ value: some Encodable, at place: CodingPlace?, path: [AnyCodingKey]
  ) throws {
    if let place {
      if try writeSpecial(value, at: place, path: path) { return }
    } else if let text = value as? AutomergeText {
      let place = CodingPlace(object: .ROOT, prop: .Key(AutomergeDecoder.rootTextKey))
      return try write(text, at: place, path: [AnyCodingKey(AutomergeDecoder.rootTextKey)])
    } else if try value is Counter || SpecialScalar.scalar(of: value, path: path) != nil {
      throw CodingPlace.noPlace
    }
    try nest(path) { try encodeContent(of: value, at: place, path: path) }
  }

  /// Encodes a value whose type has no special form in documents.
  private func encodeContent(
    of value: some Encodable, at place: CodingPlace?, path: [AnyCodingKey]
  ) throws {
    let encoder = PlaceEncoder(session: self, place: place, path: path)
    let outerFailure = failure
    failure = nil
    defer { failure = outerFailure }
    try value.encode(to: encoder)
    // An empty container throws no error, because it writes nothing.
    if let failure { throw failure }
    guard encoder.hasContainer else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: path, debugDescription: "The value of \(type(of: value)) wrote nothing."))
    }
  }

  /// Encodes a superclass into the map of its subclass.
  func encode(_ value: some Encodable, sharing encoder: FlattenedEncoder) throws {
    let hasOwnForm =
      try value is Counter || value is AutomergeText
      || SpecialScalar.scalar(of: value, path: encoder.path) != nil
    guard !hasOwnForm else { throw encoder.noMap }
    try nest(encoder.path) { try value.encode(to: encoder) }
  }

  /// Encodes a value inside the current one.
  ///
  /// Throws if values nest too deep.
  private func nest(_ path: [AnyCodingKey], _ encode: () throws -> Void) throws {
    guard depth < encoder.depthLimit else { throw tooDeep(path) }
    depth += 1
    defer { depth -= 1 }
    try encode()
  }

  /// Throws if the container at a path nests too deep.
  ///
  /// A type can also nest containers, which are not values of their own. So the depth of a
  /// container is the length of its path.
  private func requireDepth(_ path: [AnyCodingKey]) throws {
    guard path.count - startCount < encoder.depthLimit else { throw tooDeep(path) }
  }

  /// The error contains the path instead of the value, because describing a deeply nested value
  /// could overflow the stack.
  private func tooDeep(_ path: [AnyCodingKey]) -> EncodingError {
    EncodingError.invalidValue(
      path.stringPath(),
      EncodingError.Context(
        codingPath: path,
        debugDescription: "Expected at most \(encoder.depthLimit) nested values, found more at "
          + "\(path.stringPath()). Raise the encoder's depthLimit if the stack has room for it."))
  }

  /// Writes a value whose type has a special form in documents.
  ///
  /// - Returns: `true` if the value is of such a type.
  private func writeSpecial(
    _ value: some Encodable, at place: CodingPlace, path: [AnyCodingKey]
  ) throws -> Bool {
    switch value {
    case let counter as Counter: try write(counter, at: place, path: path)
    case let text as AutomergeText: try write(text, at: place, path: path)
    default:
      guard let scalar = try SpecialScalar.scalar(of: value, path: path) else { return false }
      try write(scalar, at: place, path: path)
    }
    return true
  }

  /// Writes a plain value, unless the place already has this value.
  func write(_ scalar: ScalarValue, at place: CodingPlace, path: [AnyCodingKey]) throws {
    note(place)
    try checkType(at: place, .Scalar(scalar), path)
    try place.put(scalar, in: document, strategy, path: path) { try keep($0, at: place) }
  }

  /// Returns a place for a value that is encoded later, after the values that follow it.
  ///
  /// An existing value stays until then. A new value is null until then.
  func reserve(_ place: CodingPlace, path: [AnyCodingKey]) -> Result<CodingPlace, any Error> {
    do {
      note(place)
      if try place.value(in: document) == nil {
        try place.put(.Null, in: document, strategy, path: path)
      }
      return .success(place)
    } catch {
      failure = failure ?? error
      return .failure(error)
    }
  }

  /// Returns the object at a place; creates or replaces the object if the strategy allows it.
  private func object(
    _ type: ObjType, at place: CodingPlace, path: [AnyCodingKey]
  ) throws -> ObjId {
    note(place)
    // `checkType` compares only types. The object does not exist yet, so the id of the root is used
    // in its place.
    try checkType(at: place, .Object(.ROOT, type), path)
    return try place.object(type, in: document, strategy, path: path) { try keep($0, at: place) }
  }

  /// Throws if a cautious encoder would change the type of a value.
  private func checkType(
    at place: CodingPlace, _ value: Value, _ path: [AnyCodingKey]
  ) throws {
    guard isCautious, let existing = try place.value(in: document) else { return }
    let (old, new) = (TypeOfAutomergeValue(existing), TypeOfAutomergeValue(value))
    guard old != new, old != .null else { return }
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: path,
        debugDescription: "The document has a value of type \(old) at \(path.stringPath()), and "
          + "cautiousWrite doesn't allow the encoder to replace it by a value of type \(new)."))
  }

  private func write(_ counter: Counter, at place: CodingPlace, path: [AnyCodingKey]) throws {
    let existing = try place.value(in: document)
    let state = counter.current
    let value = former.value(of: state, in: document)
    guard case .Scalar(.Counter(let current))? = existing else {
      try write(.Counter(value), at: place, path: path)
      let target = try Counter.Binding(document, at: place)
      return bindLater { try counter.bind(untilUndone: target, written: state) }
    }
    note(place)
    let target = try Counter.Binding(document, at: place)
    // The value of a counter that is bound to another place replaces the value at this place. The
    // value of an unbound counter is added under a key, which names one counter. In a list it
    // replaces the value, since an index says nothing about which counter it was. In all cases the
    // edit is an increment, so that concurrent increments are not lost.
    let difference: Int64
    switch (state, place.prop) {
    case (.bound(let binding), _) where binding.isSame(as: target): return
    case (.bound, _), (.unbound, .Index): difference = value &- current
    case (.unbound, .Key): difference = value
    }
    try keep(.Scalar(.Counter(current)), at: place)
    if difference != 0 { try place.increment(by: difference, in: document) }
    bindLater { try counter.bind(untilUndone: target, written: state) }
  }

  private func write(_ text: AutomergeText, at place: CodingPlace, path: [AnyCodingKey]) throws {
    let object = try object(.Text, at: place, path: path)
    let target = AutomergeText.Binding(document: document, place: object)
    let state = text.current
    if state.binding?.isSame(as: target) == true { return }
    try keep(.Object(object, .Text), at: place)
    try document.updateText(obj: object, value: former.value(of: state, in: document))
    bindLater { try text.bind(untilUndone: target, written: state) }
  }

  /// Saves the value of a counter or a text before it is overwritten, because the call may encode
  /// the counter or text later, at another place.
  private func keep(_ value: Value, at place: CodingPlace) throws {
    try former.keep(value, at: place, in: document)
  }

  /// Returns the container at a place; creates the container if the strategy allows it.
  func container(
    _ type: ObjType, at place: CodingPlace?, path: [AnyCodingKey]
  ) -> Result<ObjId, any Error> {
    let result: Result<ObjId, any Error> = Result {
      try requireDepth(path)
      guard let place else {
        guard type == .Map else {
          throw CodingKeyLookupError.InvalidIndexLookup(
            "The root of a document is a map, and the value is a list; encode it at a path.")
        }
        return .ROOT
      }
      return try object(type, at: place, path: path)
    }
    switch result {
    case .success(let object): written.insert(object, type)
    case .failure(let error): return failedContainer(error)
    }
    return result
  }

  /// Records that a container could not be created; an empty container would not report the error.
  func failedContainer(_ error: any Error) -> Result<ObjId, any Error> {
    failure = failure ?? error
    return .failure(error)
  }
}
