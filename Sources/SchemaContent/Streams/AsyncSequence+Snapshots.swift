extension AsyncSequence where Element: ContentChunk {
  /// The snapshots of a value that these chunks of JSON text describe.
  ///
  ///     for try await snapshot in chunks.snapshots(of: Recipe.self) {
  ///       show(snapshot.content, snapshot.completePaths)
  ///     }
  ///
  /// The type may be a structure, an array (whose elements appear one by one), an enum, a `String`,
  /// which is then a string in JSON, or `GeneratedContent`. For an answer in plain text take
  /// ``textSnapshots(options:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the value; usually it follows from where the result goes.
  ///   - options: What text is accepted, and when there is a snapshot.
  /// - Returns: The snapshots. Nothing is read before they are iterated.
  /// - Complexity: A chunk costs time in proportion to its length, and to the size of the value as
  ///   far as it has arrived, of which one is made for each snapshot. A `GeneratedContent` is made
  ///   in constant time.
  public func snapshots<Content: Generable>(
    of type: Content.Type = Content.self, options: SnapshotOptions = SnapshotOptions()
  ) -> SnapshotSequence<Self, Content> {
    SnapshotSequence(self, format: .json, options: options)
  }

  /// The snapshots of an answer in plain text, which is a string as it stands.
  ///
  /// No parser looks at the text. Bytes that are not UTF-8 are read as U+FFFD.
  ///
  /// - Parameter options: When there is a snapshot.
  /// - Returns: The snapshots. Nothing is read before they are iterated.
  public func textSnapshots(
    options: SnapshotOptions = SnapshotOptions()
  ) -> SnapshotSequence<Self, String> {
    SnapshotSequence(self, format: .plainText, options: options)
  }
}
