/// What has become different at one place from one snapshot of a stream to the next.
///
///     for change in snapshot.rawContent.changes(since: previous) {
///       print(change.kind, change.path, change.isComplete)     // grown /steps/2/name false
///     }
public struct ContentChange: Sendable, Hashable {
  /// What has happened at a place.
  public enum Kind: Sendable, Hashable {
    /// A value has appeared. What is in it is new with it, and not mentioned.
    case added

    /// A string has become longer.
    case grown

    /// What was there before is complete now.
    case completed

    /// Another value has taken the place. This never happens within one stream.
    case replaced

    /// The value is not there any more. This never happens within one stream.
    case removed
  }

  /// The way to the place.
  public let path: SchemaPath

  /// What has happened there.
  public let kind: Kind

  /// Whether all of the value has arrived, in the later of the two.
  public let isComplete: Bool

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - path: The way to the place.
  ///   - kind: What has happened there.
  ///   - isComplete: Whether all of the value has arrived.
  public init(path: SchemaPath, kind: Kind, isComplete: Bool) {
    self.path = path
    self.kind = kind
    self.isComplete = isComplete
  }
}

extension GeneratedContent {
  /// What has become different since an earlier snapshot, in the order of the text.
  ///
  /// Each place is named once. A value that appeared stands for all that is in it; one that stands
  /// around a change is named only once it is complete, after what changed in it.
  ///
  /// Any two contents can be compared, such as those of two answers to one question: then values
  /// can also be replaced and removed. Strings of which one continues the other have grown.
  ///
  /// - Parameter older: The earlier snapshot of the whole, or of the part at the same place.
  /// - Returns: The changes; none if the two look alike.
  /// - Complexity: Within one stream linear in the values that are new, those that have ended, and
  ///   the depth, whatever has arrived before. Otherwise linear in the size of both.
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

  /// The way to the innermost value that has begun and not ended, or `nil` if all is complete.
  ///
  /// While a stream goes on, this is where it stands; when it has stopped, where it was cut off. The
  /// path is empty if nothing has arrived, or nothing but a part of a string or the beginning of a
  /// container.
  ///
  /// - Complexity: In a snapshot of a stream O(depth).
  public var unfinishedPath: SchemaPath? {
    unfinishedComponents.map { SchemaPath($0) }
  }
}
