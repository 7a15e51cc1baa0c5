extension JSONMachine {
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
