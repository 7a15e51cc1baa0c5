#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

/// Finds mistakes in the properties of a struct.
struct StructureCheck {
  private let report: (Diagnostic) -> Void

  init(_ report: @escaping (Diagnostic) -> Void) { self.report = report }

  /// Checks all members.
  func run(
    _ members: MemberBlockItemListSyntax, _ properties: [Conditional<StoredProperty>],
    _ codingKeys: CodingKeyNames
  ) -> Bool {
    var isSound = true
    if codingKeys.isUnreadable, let keys = codingKeys.place,
      properties.flattened().contains(where: { $0.guide.keys.isEmpty })
    {
      report(MacroDiagnosis.unreadableCodingKeys.diagnostic(at: keys))
    }
    for variable in members.parts({ $0.as(VariableDeclSyntax.self).map { [$0] } ?? [] }).flattened()
    {
      if !check(variable) { isSound = false }
    }
    for property in properties.repetitions(of: \.key) {
      report(MacroDiagnosis.sameKey(property.key).diagnostic(at: property.place))
      isSound = false
    }
    return isSound
  }

  private func check(_ variable: VariableDeclSyntax) -> Bool {
    var isSound = checkGuides(variable)
    for binding in PropertyBinding.all(of: variable) {
      switch binding.exclusion(in: variable) {
      case nil:
        guard let type = binding.type else { continue }
        let guides = GuideAttributes(variable.attributes).all.flatMap { $0.constraints }
        let diagnostics =
          UnsupportedType.diagnostic(type).map { [$0] }
          ?? guides.compactMap { GuideCheck.diagnostic($0, for: type) }
        diagnostics.forEach(report)
        if !diagnostics.isEmpty { isSound = false }
      case .hasNoType?: checkValue(of: binding, in: variable)
      case .isPattern?:
        report(MacroDiagnosis.noName.diagnostic(at: binding.pattern))
        isSound = false
      case .hasObservers? where binding.value == nil && !binding.isOptional:
        report(MacroDiagnosis.observersWithoutValue.diagnostic(at: binding.pattern))
        isSound = false
      default: break
      }
    }
    return isSound
  }

  /// Warns of a variable that the author may expect to be generated.
  ///
  /// A property that is private, or has a computed value such as `UUID()`, is left out on purpose.
  private func checkValue(of binding: PropertyBinding, in variable: VariableDeclSyntax) {
    guard AccessLevel(variable.modifiers) > .fileprivate, binding.value?.isPlainLiteral == true,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      variable.attributes.named("Guide").isEmpty
    else { return }
    report(
      MacroDiagnosis.notGenerated(name.text).diagnostic(
        at: name, fixIts: variable.writingType.map { [$0] } ?? []))
  }

  private func checkGuides(_ variable: VariableDeclSyntax) -> Bool {
    var isSound = variable.attributes.reportConditionalGuides(report)
    let keys = GuideAttributes(variable.attributes).keys
    for key in keys
    where key.as(StringLiteralExprSyntax.self)?.representedLiteralValue == nil {
      report(MacroDiagnosis.keyNotALiteral.diagnostic(at: key))
      isSound = false
    }
    if keys.count > 1, let second = keys.last {
      report(MacroDiagnosis.secondKey.diagnostic(at: second))
      isSound = false
    }
    return isSound
  }
}

extension AttributeListSyntax {
  /// Finds guides inside of `#if`.
  func reportConditionalGuides(_ report: (Diagnostic) -> Void) -> Bool {
    var isSound = true
    for case .ifConfigDecl(let block) in self {
      for case .attributes(let attributes) in block.clauses.map({ $0.elements }) {
        guard let guide = attributes.named("Guide").first else { continue }
        report(MacroDiagnosis.conditionalGuide.diagnostic(at: guide))
        isSound = false
      }
    }
    return isSound
  }
}

extension PropertyBinding {
  /// `true` if the property starts as `nil` without an initial value.
  fileprivate var isOptional: Bool {
    guard let type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}
#endif
