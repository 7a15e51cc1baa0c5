package import ContentStorage

/// Content that a model produced: structures, arrays, strings, numbers, booleans and null.
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
///   can be compared, printed and freed on a small stack. Values are made only of content that
///   nests no deeper than ``maximumDepth``.
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

  /// The kind of this content, without its value.
  package var shape: ContentShape { stored.shape }

  /// The greatest number of arrays and structures inside each other in content that is converted
  /// to a value.
  ///
  /// A type that contains itself is made of content by recursion, so content that nests deeper is
  /// an error before it is converted (``ConversionError/Code/tooDeep``). With this limit, types of
  /// ordinary size do not overflow a stack of 512 KB. It is also the default depth limit of
  /// parsers, encoders and decoders. Content itself has no limit: to look into content that nests
  /// deeper, use ``elements``, ``properties`` or ``kind-swift.property``.
  public static let maximumDepth = StoredContent.maximumNesting

  /// This content, if a value can be made of it.
  ///
  /// Parts of the result are not looked at again.
  ///
  /// - Parameter type: The type of the value. Content itself may nest deeper.
  /// - Returns: The content.
  /// - Throws: ``ConversionError`` with the code ``ConversionError/Code/tooDeep``.
  /// - Complexity: O(1), unless the content around it nests deeper than ``maximumDepth``.
  @usableFromInline
  package func convertible(to type: any Any.Type) throws -> GeneratedContent {
    if stored.isKnownToBeShallow { return self }
    return try limited(for: type)
  }

  @inline(never)
  private func limited(for type: any Any.Type) throws -> GeneratedContent {
    if type == GeneratedContent.self || type == [GeneratedContent].self
      || type == [String: GeneratedContent].self
    {
      return self
    }
    guard let stored = stored.withinMaximumNesting else {
      throw ConversionError(
        .tooDeep,
        expected: "at most \(Self.maximumDepth) arrays and structures inside each other",
        found: "more of them")
    }
    return GeneratedContent(stored)
  }

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
