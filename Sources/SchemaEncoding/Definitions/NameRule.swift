/// The names that a dialect allows for definitions, or for properties.
///
/// A rule cannot say that only lowercase letters are allowed, or which characters may come first: a
/// dialect rejects other names in ``SchemaDialect/check(_:)``.
public struct NameRule: Sendable, Hashable {
  /// Indicates whether only ASCII letters, digits, and `punctuation` are allowed.
  public var isRestricted: Bool

  /// The ASCII punctuation allowed besides letters and digits, where names are restricted.
  public var punctuation: String

  /// The replacement of each character that is not allowed, also put before a number; may be empty.
  ///
  /// Its characters are allowed, too.
  public var replacement = "_"

  /// The largest number of characters, or `nil` for any; less than 8 counts as 8.
  public var maximumLength: Int?

  /// Any name at all.
  public static let any = NameRule(
    isRestricted: false, punctuation: "", maximumLength: nil)

  /// Names of ASCII letters, digits and some punctuation.
  ///
  /// Everything else is replaced; names that are then equal get a number.
  ///
  /// - Parameters:
  ///   - punctuation: The punctuation allowed, such as `_.-`.
  ///   - replacement: The replacement of each character that is not allowed; its characters are
  ///     allowed, too.
  ///   - maximumLength: The largest number of characters, or `nil` for any; less than 8
  ///     counts as 8.
  /// - Returns: The rule.
  public static func ascii(
    punctuation: String = "_.-", replacement: String = "_", maximumLength: Int? = nil
  ) -> NameRule {
    NameRule(
      isRestricted: true, punctuation: punctuation, replacement: replacement,
      maximumLength: maximumLength)
  }

  /// Indicates whether a name may stay as it is.
  package func allows(_ name: String) -> Bool {
    // A name has at most as many characters as bytes.
    if let lengthLimit, name.utf8.count > lengthLimit, name.unicodeScalars.count > lengthLimit {
      return false
    }
    return !isRestricted || !name.isEmpty && name.unicodeScalars.allSatisfy(isAllowed)
  }

  /// The allowed form of a name, which several names may share.
  package func applied(to name: String) -> String {
    if allows(name) { return name }
    var result = name
    if isRestricted {
      var text: [UInt8] = []
      for scalar in name.unicodeScalars {
        if scalar.isASCII, isAllowed(scalar) {
          text.append(UInt8(scalar.value))
        } else {
          text += (isAllowed(scalar) ? String(scalar) : replacement).utf8
        }
      }
      result = String(decoding: text, as: UTF8.self)
      if result.isEmpty { result = replacement.isEmpty ? "X" : replacement }
    }
    if let lengthLimit, result.unicodeScalars.count > lengthLimit {
      result = String(result.unicodeScalars.prefix(lengthLimit))
    }
    return result
  }

  /// An allowed name with a number, shortened so that it is allowed as well.
  ///
  /// If there is no room for the replacement before the number, the number follows the name.
  package func numbered(_ name: String, _ number: Int) -> String {
    guard let lengthLimit else { return "\(name)\(replacement)\(number)" }
    let digits = "\(number)"
    let separated = replacement + digits
    let suffix = separated.unicodeScalars.count < lengthLimit ? separated : digits
    let room = max(0, lengthLimit - suffix.unicodeScalars.count)
    return String(name.unicodeScalars.prefix(room)) + suffix
  }

  /// The largest number of characters, which leaves room for a number behind a name.
  var lengthLimit: Int? { maximumLength.map { max($0, 8) } }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default:
      replacement.unicodeScalars.contains(scalar)
        || scalar.isASCII && punctuation.unicodeScalars.contains(scalar)
    }
  }
}
