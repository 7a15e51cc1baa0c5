package import ContentStorage

/// The identity of a structure or an array of one response, the same in all its snapshots.
///
/// Content of a stream has an id for the whole and one for each structure and array in it. An id is
/// the same in each snapshot, so that a list can follow its rows. Content made by hand has no id
/// unless it is set.
public struct GenerationID: Sendable, Hashable {
  // The ids of a stream's containers are the stream's plus a position; the chance that two streams
  // overlap is negligible.
  package let stored: ContentID

  /// Creates a unique id.
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
