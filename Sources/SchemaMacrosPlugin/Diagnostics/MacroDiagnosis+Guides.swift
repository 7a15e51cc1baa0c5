#if Macros
import SwiftDiagnostics

/// The name of a guide in messages.
enum GuideName: Hashable {
  /// A literal, which is a guide for the pattern of a string.
  case regularExpression

  /// A member of `GenerationGuide`, by its name.
  case member(String)

  /// The expression that calls the guide inside of `.element(…)`.
  var call: String {
    switch self {
    case .regularExpression: ".pattern"
    case .member(let name): ".\(name)"
    }
  }

  /// The guide in the middle of a sentence.
  var phrase: String {
    switch self {
    case .regularExpression: "the pattern"
    case .member: "'\(call)'"
    }
  }

  /// The guide at the beginning of a sentence.
  fileprivate var subject: String {
    switch self {
    case .regularExpression: "A regular expression"
    case .member: phrase
    }
  }
}

extension MacroDiagnosis {
  static func guideOutOfPlace(_ reason: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "guide", "'@Guide' can only be used with a stored property that is generated: \(reason)")
  }

  static let guideWithoutType = MacroDiagnosis(
    "guideWithoutType",
    "This guide has no effect: a property without a written type is not generated.",
    severity: .warning)

  static let conditionalGuide = MacroDiagnosis(
    "conditionalGuide",
    "'@Guide' cannot depend on '#if': put the '#if' around the whole declaration.")

  static let keyNotALiteral = MacroDiagnosis(
    "keyLiteral", "'key' is read at compile time: write a string literal without interpolation.")

  static let secondKey = MacroDiagnosis(
    "secondKey", "The property already has a key: remove one of the two keys.")

  /// A guide for the elements of an array is used on the array.
  static func guideForElements(_ guide: GuideName, _ type: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "guideType",
      "\(guide.subject) cannot be used with '\(type)'. To apply it to each element, use "
        + "'.element(\(guide.call)(…))'.")
  }

  static func guideOfOtherType(
    _ guide: GuideName, _ use: String, _ type: String
  ) -> MacroDiagnosis {
    MacroDiagnosis(
      "guideType", "\(guide.subject) cannot be used with '\(type)': it is a guide for \(use).")
  }
}

// MARK: - Guides on cases

extension MacroDiagnosis {
  static let targetOfProperty = MacroDiagnosis(
    "target", "'for' names an associated value of a case, and this is a property: remove 'for'.")

  static let guideOfChoice = MacroDiagnosis(
    "guideOfChoice",
    "'@Guide' has no effect here: of an enum without associated values, the model sees only the "
      + "names of the cases.")

  static let keyOfCase = MacroDiagnosis(
    "keyOfCase",
    "'key' can only be used with properties: the key of an associated value is its label.")

  static func guideWithoutTarget(_ name: String) -> MacroDiagnosis {
    MacroDiagnosis(
      "guideWithoutTarget",
      "Name the associated value that the guide is for: '@Guide(for: \"\(name)\", …)'.")
  }

  static let targetNotALiteral = MacroDiagnosis(
    "targetLiteral", "'for' is read at compile time: write a string literal without interpolation.")

  static func noSuchValue(_ name: String, _ names: [String]) -> MacroDiagnosis {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return MacroDiagnosis(
      "noSuchValue",
      "The case has no associated value \"\(name)\": "
        + (names.isEmpty ? "it has none." : "its values are \(list)."))
  }
}
#endif
