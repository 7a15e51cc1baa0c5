extension JSONMachine {
  /// The texts that a machine accepts.
  package struct Options: Sendable {
    /// The treatment of an object in which a key occurs twice.
    package enum DuplicateKeys: Sendable {
      case error, keepFirst, keepLast
    }

    /// The greatest number of arrays and objects inside each other.
    let maximumDepth: Int
    let duplicateKeys: DuplicateKeys
    /// Whether text around the first value is skipped.
    let skipsSurroundingText: Bool
    /// Whether departures from RFC 8259 are taken that have one clear meaning.
    let isLenient: Bool

    package init(
      maximumDepth: Int, duplicateKeys: DuplicateKeys, skipsSurroundingText: Bool, isLenient: Bool
    ) {
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
      self.skipsSurroundingText = skipsSurroundingText
      self.isLenient = isLenient
    }
  }
}
