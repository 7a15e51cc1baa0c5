extension JSONMachine {
  /// The texts that a machine accepts.
  package struct Options: Sendable {
    /// The treatment of an object in which a key occurs twice.
    package enum DuplicateKeys: Sendable {
      case error, keepFirst, keepLast
    }

    /// The largest nesting depth of arrays and objects.
    let maximumDepth: Int
    let duplicateKeys: DuplicateKeys
    /// `true` if text around the first value is skipped.
    let skipsSurroundingText: Bool
    /// `true` if departures from RFC 8259 with one clear meaning are accepted.
    let isLenient: Bool
    /// `true` if a byte order mark at the beginning is skipped, as by lenient options.
    let skipsByteOrderMark: Bool

    package init(
      maximumDepth: Int, duplicateKeys: DuplicateKeys, skipsSurroundingText: Bool, isLenient: Bool,
      skipsByteOrderMark: Bool = false
    ) {
      self.skipsByteOrderMark = skipsByteOrderMark || isLenient
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
      self.skipsSurroundingText = skipsSurroundingText
      self.isLenient = isLenient
    }
  }

  /// The departures of a text from RFC 8259 that options can allow.
  package struct Departures: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let surroundingText = Departures(rawValue: 1)
    package static let trailingComma = Departures(rawValue: 2)
    package static let controlCharacter = Departures(rawValue: 4)
    package static let escape = Departures(rawValue: 8)
    package static let comment = Departures(rawValue: 16)
    package static let duplicateKey = Departures(rawValue: 32)
  }
}
