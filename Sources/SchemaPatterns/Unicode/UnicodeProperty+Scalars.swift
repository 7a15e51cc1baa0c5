extension UnicodeProperty {
  /// Returns the scalars with a property, by the standard library's version of Unicode.
  ///
  /// - Returns: `nil` if the standard library doesn't know the property.
  /// - Complexity: About a millisecond, or ten for a script.
  static func scalars(with property: UnicodeProperty) -> ScalarSet? {
    if categoryCodes.contains(property.name) {
      return ScalarSet(categoryRanges.filter { hasCategory($0, property.name) }.map(\.range))
    }
    if let set = fixedSets[property.name] { return set }
    if let test = binaryTests[property.name] {
      return scan { test($0.properties) }
    }
    return scanByRegex(property.name)
  }

  private static func hasCategory(
    _ entry: (range: ClosedRange<UInt32>, code: String), _ code: String
  )
    -> Bool
  {
    code == "LC" ? ["Lu", "Ll", "Lt"].contains(entry.code) : entry.code.hasPrefix(code)
  }

  /// The general categories of all scalars, in order, which most properties need.
  private static let categoryRanges: [(range: ClosedRange<UInt32>, code: String)] = {
    var ranges: [(range: ClosedRange<UInt32>, code: String)] = []
    forEachRange { scalar, range in
      let code = scalar.properties.generalCategory.code
      if let last = ranges.last, last.code == code, last.range.upperBound + 1 == range.lowerBound {
        ranges[ranges.count - 1].range = last.range.lowerBound...range.upperBound
      } else {
        ranges.append((range, code))
      }
    }
    return ranges
  }()

  /// Sets that Unicode will not change, or for which the standard library has no property.
  private static let fixedSets: [String: ScalarSet] = [
    "Any": .all,
    "ASCII": ScalarSet([0...0x7F]),
    "Regional_Indicator": ScalarSet([0x1F1E6...0x1F1FF]),
    "Emoji_Component": ScalarSet([
      0x23...0x23, 0x2A...0x2A, 0x30...0x39, 0x200D...0x200D, 0x20E3...0x20E3, 0xFE0F...0xFE0F,
      0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0x1F9B0...0x1F9B3, 0xE0020...0xE007F,
    ]),
  ]

  // MARK: Scanning

  /// Ranges whose scalars have all properties in common: ideographs, syllables, private use, and
  /// unassigned planes.
  private static let uniform: [ClosedRange<UInt32>] = [
    0x3400...0x4DB5, 0x4E00...0x9FA5, 0xAC00...0xD7A3, 0xD800...0xDFFF, 0xE000...0xF8FF,
    0x20000...0x2A6D6, 0x2A700...0x2B734, 0x40000...0x4FFFD, 0x50000...0x5FFFD, 0x60000...0x6FFFD,
    0x70000...0x7FFFD, 0x80000...0x8FFFD, 0x90000...0x9FFFD, 0xA0000...0xAFFFD, 0xB0000...0xBFFFD,
    0xC0000...0xCFFFD, 0xD0000...0xDFFFD, 0xE1000...0xEFFFD, 0xF0000...0xFFFFD,
    0x100000...0x10FFFD,
  ]

  /// Returns the set of the scalars that satisfy a test.
  private static func scan(_ test: (Unicode.Scalar) -> Bool) -> ScalarSet {
    var members: [ClosedRange<UInt32>] = []
    forEachRange { scalar, range in
      guard test(scalar) else { return }
      if let last = members.last, last.upperBound + 1 == range.lowerBound {
        members[members.count - 1] = last.lowerBound...range.upperBound
      } else {
        members.append(range)
      }
    }
    return ScalarSet(members)
  }

  /// Calls a closure with all scalars in order.
  ///
  /// For a range in ``uniform``, calls the closure once with the first scalar and the range.
  private static func forEachRange(_ body: (Unicode.Scalar, ClosedRange<UInt32>) -> Void) {
    var value: UInt32 = 0
    var next = 0
    while value <= 0x10FFFF {
      var range = value...value
      if next < uniform.count, uniform[next].lowerBound == value {
        range = uniform[next]
        next += 1
      }
      if let scalar = Unicode.Scalar(value) { body(scalar, range) }
      value = range.upperBound + 1
    }
  }

  /// All scalars in order, but only the first scalar of each range in ``uniform``.
  private static let allScalars: String = {
    var text = String.UnicodeScalarView()
    forEachRange { scalar, _ in text.append(scalar) }
    return String(text)
  }()

  /// Returns the set of the scalars that have a property in Swift's own regexes.
  ///
  /// Scripts need this function, because `Unicode.Scalar.Properties` does not include them.
  private static func scanByRegex(_ name: String) -> ScalarSet? {
    guard let regex = try? Regex("\\p{\(name)}+") else { return nil }
    var members: Set<Unicode.Scalar> = []
    for match in allScalars.matches(of: regex.matchingSemantics(.unicodeScalar)) {
      members.formUnion(allScalars.unicodeScalars[match.range])
    }
    return scan { members.contains($0) }
  }
}

extension Unicode.GeneralCategory {
  /// The abbreviation of the category in Unicode's tables.
  fileprivate var code: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}
