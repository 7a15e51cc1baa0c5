import SchemaText

/// The names that a dialect allows for definitions, or for properties.
///
/// A rule cannot require lowercase letters or a certain first character. A dialect with such a
/// requirement rejects names in ``SchemaDialect/check(_:)``.
public struct NameRule: Sendable, Hashable {
  /// The characters that names may have.
  enum Characters: Sendable, Hashable {
    /// All characters.
    case any

    /// ASCII letters, digits, and some ASCII punctuation.
    ///
    /// Each other character is replaced. The characters of the replacement are allowed. The
    /// replacement also separates a name from a number, and may be empty.
    case ascii(punctuation: String, replacement: String)
  }

  private var characters: Characters

  /// The largest number of characters, or `nil` for any; less than 8 counts as 8.
  package var maximumLength: Int?

  /// A rule that allows any name.
  public static let any = NameRule(characters: .any)

  /// Names of ASCII letters, digits and some punctuation.
  ///
  /// Other characters are replaced. Names that are then equal get a number.
  ///
  /// - Parameters:
  ///   - punctuation: The punctuation allowed, such as `_.-`.
  ///   - replacement: The replacement of each character that is not allowed. The characters of the
  ///     replacement are allowed.
  ///   - maximumLength: The largest number of characters, or `nil` for any; less than 8
  ///     counts as 8.
  /// - Returns: The rule.
  public static func ascii(
    punctuation: String = "_.-", replacement: String = "_", maximumLength: Int? = nil
  ) -> NameRule {
    NameRule(
      characters: .ascii(punctuation: punctuation, replacement: replacement),
      maximumLength: maximumLength)
  }

  /// Indicates whether a name may stay as it is.
  package func allows(_ name: String) -> Bool {
    // The number of bytes is an upper bound of the number of characters, and is faster to read.
    if let lengthLimit, name.utf8.count > lengthLimit, name.unicodeScalars.count > lengthLimit {
      return false
    }
    return characters == .any || !name.isEmpty && name.unicodeScalars.allSatisfy(isAllowed)
  }

  /// Returns the allowed form of a name.
  ///
  /// Several names may have the same form.
  package func applied(to name: String) -> String {
    if allows(name) { return name }
    var result = name
    if case .ascii(_, let replacement) = characters {
      var text: [UInt8] = []
      text.reserveCapacity(name.utf8.count)
      for scalar in name.unicodeScalars {
        if !isAllowed(scalar) {
          for byte in replacement.utf8 { text.append(byte) }
        } else if scalar.isASCII {
          text.append(UInt8(scalar.value))
        } else {
          text += String(scalar).utf8
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

  /// Returns an allowed name with a number, shortened so that the result is also allowed.
  ///
  /// If there is no room for the replacement before the number, the number directly follows the
  /// name.
  package func numbered(_ name: String, _ number: Int) -> String {
    let digits = "\(number)"
    let separated = separator + digits
    guard let lengthLimit else { return name + separated }
    let suffix = separated.unicodeScalars.count < lengthLimit ? separated : digits
    let room = max(0, lengthLimit - suffix.unicodeScalars.count)
    return String(name.unicodeScalars.prefix(room)) + suffix
  }

  /// The largest number of characters.
  ///
  /// It is at least 8, so that there is room for a number after a name.
  var lengthLimit: Int? { maximumLength.map { max($0, 8) } }

  /// The text between a name and a number.
  private var separator: String {
    if case .ascii(_, let replacement) = characters { replacement } else { "_" }
  }

  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    guard case .ascii(let punctuation, let replacement) = characters else { return true }
    return scalar.isASCIIAlphanumeric || replacement.unicodeScalars.contains(scalar)
      || scalar.isASCII && punctuation.unicodeScalars.contains(scalar)
  }
}
