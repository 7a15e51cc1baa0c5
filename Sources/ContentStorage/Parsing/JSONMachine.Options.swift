extension JSONMachine {
  /// The texts that a machine accepts.
  package struct Options: Sendable {
    /// How an object in which a key occurs twice is read.
    package enum DuplicateKeys: Sendable {
      case error, keepFirst, keepLast
    }

    /// How many arrays and objects may stand inside each other.
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
