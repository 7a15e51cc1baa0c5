/// A Unicode property with its name in ECMA-262.
struct UnicodeProperty {
  /// The text between the braces of `\p{…}`.
  let name: String

  /// `true` for the complement, as in Swift's `\p{Lowercase=false}`.
  var isNegated = false

  /// Finds a property by its exact name, as ECMA-262 requires.
  static func exact(_ name: String) -> UnicodeProperty? {
    let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isKnown =
      switch parts.first {
      case "General_Category" where parts.count == 2, "gc" where parts.count == 2:
        exactCategories.contains(String(parts[1]))
      case "Script" where parts.count == 2, "sc" where parts.count == 2,
        "Script_Extensions" where parts.count == 2, "scx" where parts.count == 2:
        exactScripts.contains(String(parts[1]))
      default:
        exactCategories.contains(name) || exactBinaryProperties.contains(name)
      }
    return isKnown ? UnicodeProperty(name: name) : nil
  }

  /// Finds a property by its name in Swift, which ignores case, spaces, dashes and underscores.
  ///
  /// A script without a key means the script extensions, as in Swift.
  static func loose(_ text: String) -> UnicodeProperty? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first else { return nil }
    let key = normalized(first)
    guard parts.count == 2, let last = parts.last else {
      return lookUp(key) ?? (key.hasPrefix("is") ? lookUp(String(key.dropFirst(2))) : nil)
    }
    let value = normalized(last)
    switch key {
    case "gc", "generalcategory":
      return categories[value].map { UnicodeProperty(name: $0) }
    case "sc", "script":
      return scripts[value].map { UnicodeProperty(name: "Script=" + $0) }
    case "scx", "scriptextensions":
      return scripts[value].map { UnicodeProperty(name: "Script_Extensions=" + $0) }
    default:
      guard let name = binaryProperties[key] else { return nil }
      return switch value {
      case "t", "true", "y", "yes": UnicodeProperty(name: name)
      case "f", "false", "n", "no": UnicodeProperty(name: name, isNegated: true)
      default: nil
      }
    }
  }

  private static func lookUp(_ key: String) -> UnicodeProperty? {
    if let name = categories[key] ?? binaryProperties[key] { return UnicodeProperty(name: name) }
    return scripts[key].map { UnicodeProperty(name: "Script_Extensions=" + $0) }
  }

  fileprivate static func normalized(_ name: some StringProtocol) -> String {
    String(name.unicodeScalars.filter { $0 != " " && $0 != "_" && $0 != "-" }.map(Character.init))
      .lowercased()
  }

  // MARK: Tables

  private static let exactCategories = allNames(categoryNames)
  private static let exactScripts = allNames(scriptNames)
  private static let exactBinaryProperties = allNames(binaryPropertyNames)

  /// The short names of the general categories.
  static let categoryCodes = Set(categories.values)

  private static let categories = preferredNames(categoryNames, longest: false)
  private static let scripts = preferredNames(scriptNames, longest: true)
  private static let binaryProperties = preferredNames(binaryPropertyNames, longest: true)

  private static func allNames(_ table: String) -> Set<String> {
    Set(table.split { $0 == " " || $0 == "\n" || $0 == "/" }.map(String.init))
  }

  /// Returns the preferred spelling of every normalized name: the first name of its row, or the
  /// second name if `longest` is `true` and the row has one.
  private static func preferredNames(_ table: String, longest: Bool) -> [String: String] {
    var result: [String: String] = [:]
    for row in table.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let names = row.split(separator: "/").map(String.init)
      guard let short = names.first else { continue }
      let preferred = longest && names.count > 1 ? names[1] : short
      for name in names { result[normalized(name)] = preferred }
    }
    return result
  }
}
