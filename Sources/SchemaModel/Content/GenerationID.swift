package import ContentStorage

/// Names one structure or array of one response, through all its snapshots.
///
/// Content that arrives in a stream has an id for the whole and one for each structure and array
/// in it. An id stays the same from one snapshot to the next, so that a list can follow its rows.
/// Content made by hand has no id unless it is given one.
public struct GenerationID: Sendable, Hashable {
  // The ids of a stream's containers are the stream's plus a position; two streams overlap with a
  // chance that can be neglected.
  package let stored: ContentID

  /// Creates an id unlike any other.
  public init() {
    stored = ContentID()
  }

  init?(_ stored: ContentID) {
    guard stored != .absent else { return nil }
    self.stored = stored
  }
}

extension GenerationID? {
  var stored: ContentID { self?.stored ?? .absent }
}
