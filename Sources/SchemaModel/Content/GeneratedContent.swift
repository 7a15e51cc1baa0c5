/// What a model produced: structures, arrays, strings, numbers, truth values and null.
///
/// Content comes from a model's answer, whole or still arriving, or is made by hand:
///
///     let content = GeneratedContent(properties: ["name": "Ada", "born": 1815])
///     let name: String = try content.value(forProperty: "name")
///     let died: Int? = try content.value(forProperty: "died")     // nil
///
/// A value of this type is a view into a shared buffer that never changes. Copying it, taking a
/// part of it, and keeping a snapshot of a stream are cheap, and it may be read on any thread.
///
/// - Order: properties keep the order in which they came.
/// - Numbers: every digit is kept; see ``exactNumber``. Only ``kind-swift.property`` rounds, to
///   `Double`.
/// - Names: a property is found by the bytes of its name in UTF-8. Two spellings of "é" that Swift
///   takes for equal strings are two names. If a name occurs twice, the first one is found.
/// - Equality compares values: `1` equals `1.0`; neither the order of properties nor an
///   ``id`` counts; but content that is not complete differs from content that is.
/// - Depth: nothing here recurses with the depth of the content. Content of a million nested arrays
///   can be compared, printed and freed on a small stack.
public struct GeneratedContent: Sendable {
  /// What the content is a view into, or `nil` if ``place`` is a scalar's word itself.
  let buffer: ContentBuffer?
  /// A ``ContentNode``, or the only word of a scalar that needs no buffer.
  let place: UInt64
  // The id, or zeros. Two words rather than an optional keep the whole at four.
  var idHigh: UInt64
  var idLow: UInt64

  @inline(__always)
  init(_ buffer: ContentBuffer, _ node: ContentNode, id: GenerationID? = nil) {
    self.buffer = buffer
    place = UInt64(bitPattern: Int64(node.rawValue))
    idHigh = id?.high ?? 0
    idLow = id?.low ?? 0
  }

  @inline(__always)
  init(scalar word: ContentWord, id: GenerationID? = nil) {
    buffer = nil
    place = word.rawValue
    idHigh = id?.high ?? 0
    idLow = id?.low ?? 0
  }

  /// A part of a buffer, with the id that it has in its stream.
  @inline(__always)
  init(part node: ContentNode, of buffer: ContentBuffer) {
    self.buffer = buffer
    place = UInt64(bitPattern: Int64(node.rawValue))
    if buffer.streamHigh != 0, !buffer.isPending(node), buffer.word(node.index).isContainer {
      idHigh = buffer.streamHigh
      idLow = buffer.streamLow &+ UInt64(truncatingIfNeeded: node.index)
    } else {
      idHigh = 0
      idLow = 0
    }
  }

  /// Where the content stands in its buffer, if it has one.
  @inline(__always)
  var node: ContentNode { ContentNode(rawValue: Int(truncatingIfNeeded: place)) }

  /// The word of content that has no buffer.
  @inline(__always)
  var scalar: ContentWord { ContentWord(rawValue: place) }

  /// What the content is.
  @inline(__always)
  var tag: ContentWord.Tag {
    guard let buffer else { return scalar.tag }
    return buffer.tag(node)
  }

  /// The id of this content within the response it came from.
  ///
  /// In a stream the whole content and each structure and array in it has an id, which stays the
  /// same from snapshot to snapshot. It is `nil` for other parts and for content made by hand,
  /// unless you give it one. Putting content into other content does not keep its id.
  public var id: GenerationID? {
    get {
      idHigh | idLow == 0 ? nil : GenerationID(high: idHigh, low: idLow)
    }
    set {
      idHigh = newValue?.high ?? 0
      idLow = newValue?.low ?? 0
    }
  }

  /// Whether all of this content has arrived.
  ///
  /// Content whose text stopped early is not complete, and neither is anything around it.
  public var isComplete: Bool {
    guard let buffer else {
      return scalar.tag != .null || !scalar.isIncompleteScalar
    }
    return buffer.isComplete(node)
  }

  /// Content of which nothing has arrived.
  package static func nothing(id: GenerationID?) -> GeneratedContent {
    GeneratedContent(scalar: ContentWord(.null, isIncomplete: true), id: id)
  }

  /// The two kinds of content that have parts.
  package enum Container { case array, object }

  /// Which kind of container this is, or `nil` if it has no parts.
  package var container: Container? {
    switch tag {
    case .array: .array
    case .object: .object
    default: nil
    }
  }

  /// Whether nothing at all had arrived when the snapshot was taken.
  var isNothingYet: Bool {
    buffer == nil && scalar.tag == .null && scalar.isIncompleteScalar
  }

  /// Throws unless everything of this content has arrived.
  ///
  /// An initialiser that must not take an answer that was cut off for a whole one calls this
  /// first. Generated types do.
  ///
  /// - Parameter type: The type that is to be made, for the error's message.
  /// - Throws: ``ConversionError`` with the code ``ConversionError/Code/incomplete``.
  /// - Complexity: O(1).
  public func requireComplete(for type: any Any.Type) throws {
    guard isComplete else { throw incompleteness(for: type) }
  }

  /// The error that something of this content is missing.
  @inline(never)
  func incompleteness(for type: any Any.Type) -> ConversionError {
    ConversionError(
      .incomplete, expected: _typeName(type, qualified: false), found: foundDescription)
  }
}
