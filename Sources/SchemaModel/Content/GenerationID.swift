package import ContentStorage

/// The identity of a structure or an array of one response.
///
/// In a stream, the root and each structure and array have an id. An id is the same in each
/// snapshot, so that a list can follow its rows. Content made by hand has no id unless it is set.
public struct GenerationID: Sendable, Hashable {
  // The id of a container is the id of its stream plus a position. The chance that the ids of two
  // streams overlap is negligible.
  package let stored: ContentID

  /// Creates a unique id.
  public init() { stored = ContentID() }

  init?(_ stored: ContentID) {
    guard stored != .absent else { return nil }
    self.stored = stored
  }
}

extension GenerationID? {
  var stored: ContentID { self?.stored ?? .absent }
}
