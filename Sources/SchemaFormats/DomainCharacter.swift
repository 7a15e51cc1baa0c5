/// The characters of international names, and the places where they are allowed (RFC 5892).
enum DomainCharacter {
  /// Returns `true` if the character at an index of a label is allowed at this place.
  ///
  /// - Complexity: Linear in the length of the label. Labels of domain names are short.
  static func isAllowed(at index: Int, in label: [UInt32]) -> Bool {
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch label[index] {
    // Exceptions, section 2.6.
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    // A character that depends on its neighbors, appendix A.
    case 0xB7: return before == 0x6C && after == 0x6C
    case 0x375: return after.map { isGreek($0) } ?? false
    case 0x5F3, 0x5F4: return before.map { isHebrew($0) } ?? false
    case 0x30FB: return label.contains { isKana($0) || isHan($0) }
    case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0) }
    case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0) }
    case 0x200C: return isVirama(before) || joins(at: index, in: label)
    case 0x200D: return isVirama(before)
    case let scalar: return Unicode.Scalar(scalar).map { isValid($0) } ?? false
    }
  }

  /// The derived property PVALID, section 3.
  private static func isValid(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      return FormatScanner.isDigit(scalar.value) || scalar == "-"
        || (FormatScanner.isLetter(scalar.value) && scalar.value >= 0x61)
    }
    switch scalar.value {
    // Old Hangul letters, and blocks of symbols.
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return false
    case 0x20D0...0x20FF, 0x1D100...0x1D24F: return false
    default: break
    }
    let properties = scalar.properties
    if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint
      || properties.isWhitespace || properties.isNoncharacterCodePoint
    {
      return false
    }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  private static func isVirama(_ scalar: UInt32?) -> Bool {
    scalar.flatMap { Unicode.Scalar($0) }?.properties.canonicalCombiningClass == .virama
  }

  // MARK: Scripts

  private static func isGreek(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3E2...0x3EF: false
    case 0x370...0x3FF, 0x1D26...0x1D2A, 0x1F00...0x1FFF, 0x2126: true
    default: false
    }
  }

  private static func isHebrew(_ scalar: UInt32) -> Bool {
    (0x591...0x5F4).contains(scalar) || (0xFB1D...0xFB4F).contains(scalar)
  }

  private static func isKana(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF,
      0x1B000...0x1B16F:
      true
    default: false
    }
  }

  private static func isHan(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E80...0x2FD5, 0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAD9, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  // MARK: Joining

  /// Returns `true` if the letters on both sides of a zero-width non-joiner would join without it.
  private static func joins(at index: Int, in label: [UInt32]) -> Bool {
    let before = label[..<index].last { !isTransparent($0) }
    let after = label[(index + 1)...].first { !isTransparent($0) }
    guard let before, let after else { return false }
    return isCursive(before) && !joinsOnlyBefore(before) && isCursive(after)
  }

  private static func isTransparent(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: scalar != 0x200C && scalar != 0x200D
    default: false
    }
  }

  /// Returns `true` if a scalar is a letter of a script whose letters join.
  private static func isCursive(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x621, 0x674, 0x6D5: false
    case 0x620...0x6FF, 0x70F...0x77F, 0x7CA...0x7EA, 0x840...0x858, 0x860...0x8C8,
      0x1807...0x18AA, 0xA840...0xA872, 0x10AC0...0x10AE4, 0x10D00...0x10D23, 0x1E900...0x1E943:
      Unicode.Scalar(scalar)?.properties.isAlphabetic ?? false
    default: false
    }
  }

  /// Returns `true` if an Arabic or Syriac letter joins only the letter before it.
  private static func joinsOnlyBefore(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677,
      0x688...0x699, 0x6C0, 0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6EE, 0x6EF, 0x710,
      0x715...0x719, 0x71E, 0x728, 0x72A, 0x72C, 0x72F, 0x74D, 0x759...0x75B, 0x76B, 0x76C, 0x771,
      0x773, 0x774, 0x778, 0x779:
      true
    default: false
    }
  }
}
