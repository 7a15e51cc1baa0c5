/// A difference at one place between two snapshots of a stream.
///
///     for change in snapshot.rawContent.changes(since: previous) {
///       print(change.kind, change.path, change.isComplete)     // grown /steps/2/name false
///     }
public struct ContentChange: Sendable, Hashable {
  /// The kinds of changes.
  public enum Kind: Sendable, Hashable {
    /// A value has appeared.
    ///
    /// The values inside it are also new, and are not listed.
    case added

    /// A string has become longer.
    case grown

    /// A value from the earlier snapshot is now complete.
    case completed

    /// A value was replaced by another.
    ///
    /// Within one stream, this happens only at the end, for a key that occurs twice with
    /// `keepLast`.
    case replaced

    /// The value has been removed. This never happens within one stream.
    case removed
  }

  /// The path to the place.
  public let path: SchemaPath

  /// The kind of change.
  public let kind: Kind

  /// `true` if all of the value has arrived, in the later of the two snapshots.
  public let isComplete: Bool

  /// Creates a change.
  init(path: SchemaPath, kind: Kind, isComplete: Bool) {
    self.path = path
    self.kind = kind
    self.isComplete = isComplete
  }
}

extension GeneratedContent {
  /// Returns the changes since an earlier snapshot, in the order of the text.
  ///
  /// Each place is listed once, except for a key that occurs twice while a stream with `keepFirst`
  /// or `keepLast` is arriving. A value that appeared is listed without the values inside it. A
  /// value that contains a change is listed only when it is complete, after the changes inside it.
  ///
  /// Any two contents can be compared, such as two answers to one question. Values can then also be
  /// replaced or removed. A string that continues the earlier one has grown.
  ///
  /// - Parameter older: The earlier snapshot: of this content, or of the part at the same place.
  /// - Returns: The changes; empty if there is no visible change.
  /// - Complexity: Within one stream, linear in the depth and in the number of values that began or
  ///   ended, independent of earlier content. Otherwise, linear in the size of both contents and
  ///   the lengths of the paths.
  public func changes(since older: GeneratedContent) -> [ContentChange] {
    guard let changes = streamChanges(since: older) else {
      return ContentDifference.changes(from: older, to: self)
    }
    return changes.map { change in
      ContentChange(
        path: change.path,
        kind: change.isNew ? .added : change.hasGrown ? .grown : .completed,
        isComplete: change.isComplete)
    }
  }
}
