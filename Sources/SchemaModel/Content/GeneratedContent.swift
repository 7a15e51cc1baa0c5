package import ContentStorage

/// Content that a model produced: structures, arrays, strings, numbers, booleans and null.
///
/// Content comes from a model's answer, complete or in a stream, or is made by hand:
///
///     let content = GeneratedContent(properties: ["name": "Ada", "born": 1815])
///     let name: String = try content.value(forProperty: "name")
///     let died: Int? = try content.value(forProperty: "died")     // nil
///
/// A value of this type is a view of a shared buffer that never changes. Copying a value, taking a
/// part of it, and keeping a snapshot of a stream are cheap. Any thread may read a value.
///
/// - Order: properties keep their order.
/// - Numbers: every digit is kept; see ``exactNumber``. Only ``kind-swift.property`` rounds, to
///   `Double`.
/// - Names: a property is found by the bytes of its name in UTF-8. Two spellings of "é" that
///   Swift considers equal are two names. If a name occurs twice, the first one is found.
/// - Equality compares values: `1` equals `1.0`; the order of properties and the ``id`` have no
///   effect. Incomplete content differs from complete content.
/// - Depth: no operation recurses with the depth of the content. A million nested arrays can be
///   compared, printed and freed on a small stack. Only content that nests at most ``maximumDepth``
///   deep can be converted to values.
public struct GeneratedContent: Sendable {
  package var stored: StoredContent

  package init(_ stored: StoredContent) { self.stored = stored }

  /// The id of this content within its response.
  ///
  /// In a stream, the root and each structure and array have an id, which is the same in all
  /// snapshots. Other parts have no id. Content made by hand has an id only if you set one. Content
  /// that is put into other content loses its id.
  public var id: GenerationID? {
    get { GenerationID(stored.id) }
    set { stored.id = newValue.stored }
  }

  /// `true` if all of this content has arrived.
  ///
  /// Content whose text was cut off is not complete. The structures and arrays that contain it are
  /// not complete, either.
  public var isComplete: Bool { stored.isComplete }

  /// The kind of this content, without its value.
  package var shape: ContentShape { stored.shape }

  /// The largest nesting depth of arrays and structures in content that is converted to a value.
  ///
  /// A value of a type that contains itself is created by recursion, so deeper content is rejected
  /// before conversion (``ConversionError/Code/tooDeep``). With this limit, types of ordinary size
  /// do not overflow a stack of 512 KB. The same number is the default depth limit of parsers,
  /// encoders and decoders. Content itself has no limit: use ``elements``, ``properties`` or
  /// ``kind-swift.property`` to read deeper content.
  public static let maximumDepth = StoredContent.maximumNesting

  /// Returns this content, if its depth allows conversion to a value.
  ///
  /// Parts of the result are not checked again.
  ///
  /// - Throws: ``ConversionError`` with the code ``ConversionError/Code/tooDeep``.
  /// - Complexity: O(1), unless the content that contains it nests deeper than ``maximumDepth``.
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
        expected: "at most \(Self.maximumDepth) nested arrays and objects",
        found: "more")
    }
    return GeneratedContent(stored)
  }

  /// `true` if nothing of this content has arrived.
  var isNothingYet: Bool { shape == .nothing }

  /// Throws unless this content is complete.
  ///
  /// Call it first in an initializer that must not accept an answer that was cut off, as generated
  /// types do.
  ///
  /// - Throws: ``ConversionError`` with the code ``ConversionError/Code/incomplete``.
  /// - Complexity: O(1).
  public func requireComplete(for type: any Any.Type) throws {
    guard isComplete else { throw incompleteness(for: type) }
  }

  /// Returns the error for incomplete content.
  @inline(never)
  func incompleteness(for type: any Any.Type) -> ConversionError {
    ConversionError(
      .incomplete, expected: _typeName(type, qualified: false), found: foundDescription)
  }
}
