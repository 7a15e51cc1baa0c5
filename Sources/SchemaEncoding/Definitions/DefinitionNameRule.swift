/// Which names a dialect allows for definitions.
public struct DefinitionNameRule: Sendable, Hashable {
  /// Whether only ASCII letters, digits, and `punctuation` are allowed.
  public var isRestricted: Bool

  /// The ASCII punctuation allowed besides letters and digits, where names are restricted.
  public var punctuation: String

  /// What stands for each character that is not allowed, and before a number; perhaps nothing.
  public var replacement = "_"

  /// The largest number of characters, or `nil` for any; at least 8.
  public var maximumLength: Int?

  /// Any name at all.
  public static let any = DefinitionNameRule(
    isRestricted: false, punctuation: "", maximumLength: nil)

  /// Names of ASCII letters, digits and some punctuation.
  ///
  /// Everything else is replaced; names that are then equal are told apart by a number.
  ///
  /// - Parameters:
  ///   - punctuation: The punctuation allowed, such as `_.-`.
  ///   - replacement: What stands for each character that is not allowed; made of those that are.
  ///   - maximumLength: The largest number of characters, or `nil` for any; at least 8.
  /// - Returns: The rule.
  public static func ascii(
    punctuation: String = "_.-", replacement: String = "_", maximumLength: Int? = nil
  ) -> DefinitionNameRule {
    DefinitionNameRule(
      isRestricted: true, punctuation: punctuation, replacement: replacement,
      maximumLength: maximumLength)
  }

  /// The name that stands for another under this rule, before names are told apart.
  func applied(to name: String) -> String {
    var result = name
    if isRestricted {
      result = ""
      for scalar in name.unicodeScalars {
        if isAllowed(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += replacement
        }
      }
      if result.isEmpty { result = replacement.isEmpty ? "X" : replacement }
    }
    if let maximumLength, result.unicodeScalars.count > max(maximumLength, 8) {
      result = String(result.unicodeScalars.prefix(max(maximumLength, 8)))
    }
    return result
  }

  /// Whether a name, as a JSON string with its quotes, is allowed as it is.
  func allows(_ quoted: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if let maximumLength, quoted.count - 2 > maximumLength { return false }
    guard isRestricted, quoted.count > 2 else { return !isRestricted }
    for byte in quoted.dropFirst().dropLast() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        continue
      case 0..<0x80 where byte != 0x22 && byte != 0x5C:
        if !punctuation.utf8.contains(byte) { return false }
      default: return false
      }
    }
    return true
  }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: scalar.isASCII && punctuation.unicodeScalars.contains(scalar)
    }
  }
}
