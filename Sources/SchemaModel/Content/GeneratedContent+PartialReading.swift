import ContentStorage

// A value is read from complete content only, and a partial value also from incomplete content. A
// type that is its own partially generated type, such as `String`, has one initializer for both.
// The content therefore has a mark if partial values are requested, and its parts inherit the mark.
extension GeneratedContent {
  /// Reads a value from incomplete content.
  ///
  ///     let content = try GeneratedContent(json: #"["Ada", "Gra"#)
  ///     try content.partialValue([String].self)   // ["Ada", "Gra"]
  ///     try content.value([String].self)          // throws: the content is not complete
  ///
  /// Snapshots of a stream and optional properties of incomplete content are read in the same way.
  ///
  /// - Throws: ``ConversionError`` if the content so far is not the beginning of such a value, or
  ///   is too short to be read, such as half a date.
  public func partialValue<Value: Generable>(
    _ type: Value.Type = Value.self
  ) throws -> Value.PartiallyGenerated {
    try Value.PartiallyGenerated(forPartialReading.convertible(to: Value.self))
  }

  /// This content, for reading values from its incomplete parts.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  package var forPartialReading: GeneratedContent { GeneratedContent(stored.forPartialReading) }

  /// Throws unless this content is complete, or is read for a partial value.
  @usableFromInline
  func requireReadable(for type: any Any.Type) throws {
    if stored.readsPartially { return }
    try requireComplete(for: type)
  }

  /// Throws unless a container is complete, or is read for a partial value.
  ///
  /// Elements that are not generable are partially generated, and so is a container of them.
  @usableFromInline
  package func requireReadable(for type: any Any.Type, of element: any Any.Type) throws {
    guard !isComplete, element is any Generable.Type else { return }
    try requireReadable(for: type)
  }
}
