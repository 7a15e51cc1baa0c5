/// Which names a dialect allows for definitions.
public struct DefinitionNameRule: Sendable, Hashable {
  /// Whether only ASCII letters, digits, and `punctuation` are allowed.
  public var isRestricted: Bool

  /// The ASCII punctuation allowed besides letters and digits, where names are restricted.
  public var punctuation: String

  /// The largest number of characters, or `nil` for any; at least 8.
  public var maximumLength: Int?

  /// Any name at all.
  public static let any = DefinitionNameRule(
    isRestricted: false, punctuation: "", maximumLength: nil)

  /// Names of ASCII letters, digits and some punctuation.
  ///
  /// Everything else becomes an underscore; names that are then equal are told apart by a number.
  ///
  /// - Parameters:
  ///   - punctuation: The punctuation allowed, such as `_.-`.
  ///   - maximumLength: The largest number of characters, or `nil` for any; at least 8.
  /// - Returns: The rule.
  public static func ascii(
    punctuation: String = "_.-", maximumLength: Int? = nil
  ) -> DefinitionNameRule {
    DefinitionNameRule(
      isRestricted: true, punctuation: punctuation, maximumLength: maximumLength)
  }

  /// The name that stands for another under this rule, before names are told apart.
  func applied(to name: String) -> String {
    var result = name
    if isRestricted {
      result = ""
      for scalar in name.unicodeScalars {
        result.unicodeScalars.append(isAllowed(scalar) ? scalar : "_")
      }
      if result.isEmpty { result = "_" }
    }
    if let maximumLength, result.unicodeScalars.count > max(maximumLength, 8) {
      result = String(result.unicodeScalars.prefix(max(maximumLength, 8)))
    }
    return result
  }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: scalar.isASCII && punctuation.unicodeScalars.contains(scalar)
    }
  }
}
