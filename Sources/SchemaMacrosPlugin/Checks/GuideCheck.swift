#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Finds guides that do not fit the type of their property, if the source text of both shows it.
///
/// The compiler checks all other guides, such as constants, and guides on properties whose type is
/// an alias.
enum GuideCheck {
  /// The kind of JSON that a type's values have.
  private enum Kind {
    case string, number, boolean, array, dictionary

    var plural: String {
      switch self {
      case .string: "strings"
      case .number: "numbers"
      case .boolean: "booleans"
      case .array: "arrays"
      case .dictionary: "dictionaries"
      }
    }
  }

  /// The kinds of values for each guide of SchemaModel; only the compiler checks other guides.
  private static let uses: [String: [Kind]] = {
    let names: [([Kind], [String])] = [
      (
        [.number],
        ["minimum", "maximum", "range", "exclusiveMinimum", "exclusiveMaximum", "multiple"]
      ),
      ([.string], ["pattern", "regex", "minimumLength", "maximumLength", "length", "format"]),
      ([.string, .number], ["anyOf"]),
      ([.string, .boolean], ["constant"]),
      ([.array], ["minimumCount", "maximumCount", "count", "element", "contains"]),
      ([.dictionary], ["minimumProperties", "maximumProperties"]),
    ]
    return Dictionary(
      uniqueKeysWithValues: names.flatMap { kinds, names in names.map { ($0, kinds) } })
  }()

  /// Returns the problem of a guide for a type, or `nil` if the text shows none.
  static func diagnostic(_ guide: ExprSyntax, for type: TypeSyntax) -> Diagnostic? {
    let type = StandardType.unwrapped(type)
    guard let kind = kind(of: type), let (name, kinds) = use(of: guide) else { return nil }
    if kinds.contains(kind) {
      guard name == .member("element"), let element = StandardType.element(of: type),
        let inner = guide.as(FunctionCallExprSyntax.self)?.arguments.first?.expression
      else { return nil }
      return diagnostic(inner, for: element)
    }
    if let element = StandardType.element(of: type), fits(kinds, element) {
      return elementDiagnostic(guide, name, type)
    }
    let use = kinds.map { $0.plural }.joined(separator: " or ")
    return MacroDiagnosis.guideOfOtherType(name, use, type.trimmedDescription).diagnostic(at: guide)
  }

  private static func elementDiagnostic(
    _ guide: ExprSyntax, _ name: GuideName, _ type: TypeSyntax
  ) -> Diagnostic {
    let inner: ExprSyntax =
      name == .regularExpression ? ".pattern(\(guide.trimmed))" : guide.trimmed
    let outer: ExprSyntax = ".element(\(inner))"
    return MacroDiagnosis.guideForElements(name, type.trimmedDescription).diagnostic(
      at: guide,
      fixIts: [
        MacroFixIt.replacing(
          guide, with: outer.with(\.trailingTrivia, guide.trailingTrivia), id: "element",
          "Apply \(name.phrase) to the elements")
      ])
  }

  /// Returns `true` if a guide for some kinds fits a type, or the elements of an array type at any
  /// depth.
  private static func fits(_ kinds: [Kind], _ type: TypeSyntax) -> Bool {
    if let kind = kind(of: type), kinds.contains(kind) { return true }
    return StandardType.element(of: type).map { fits(kinds, $0) } ?? false
  }

  /// Returns the name of a guide, and the kinds of values that it constrains.
  private static func use(of guide: ExprSyntax) -> (name: GuideName, kinds: [Kind])? {
    if guide.is(RegexLiteralExprSyntax.self) { return (.regularExpression, [.string]) }
    guard let name = guide.implicitMemberName, let kinds = uses[name] else { return nil }
    return (.member(name), kinds)
  }

  private static func kind(of type: TypeSyntax) -> Kind? {
    if StandardType.element(of: type) != nil { return .array }
    if StandardType.dictionary(type) != nil { return .dictionary }
    switch StandardType.name(of: type) {
    case "String": return .string
    case "Bool": return .boolean
    case .some(let name) where StandardType.numbers.contains(name): return .number
    default: return nil
    }
  }
}
#endif
