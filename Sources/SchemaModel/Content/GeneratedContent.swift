package import ContentStorage

/// What a model produced: structures, arrays, strings, numbers, booleans and null.
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
  package var stored: StoredContent

  package init(_ stored: StoredContent) {
    self.stored = stored
  }

  /// The id of this content within the response it came from.
  ///
  /// In a stream the whole content and each structure and array in it has an id, which stays the
  /// same from snapshot to snapshot. It is `nil` for other parts and for content made by hand,
  /// unless you give it one. Putting content into other content does not keep its id.
  public var id: GenerationID? {
    get { GenerationID(stored.id) }
    set { stored.id = newValue.stored }
  }

  /// Whether all of this content has arrived.
  ///
  /// Content whose text stopped early is not complete, and neither is anything around it.
  public var isComplete: Bool { stored.isComplete }

  /// What this content is, found without making its value.
  package var shape: ContentShape { stored.shape }

  /// Whether nothing of this content has arrived.
  var isNothingYet: Bool { shape == .nothing }

  /// Throws unless everything of this content has arrived.
  ///
  /// Call it first in an initialiser that must not accept an answer that was cut off. Generated
  /// types do.
  ///
  /// - Parameter type: The type to create, for the error's message.
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
